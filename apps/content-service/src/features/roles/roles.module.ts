import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../../content/access/access.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { TokensModule } from '../tokens/tokens.module';
import { RolesController } from './roles.controller';
import { RolesRepository } from './roles.repository';
import { RolesService } from './roles.service';
import { Role } from '../../content/accounts/role.entity';

@Module({
  imports: [AccessModule, ActivityModule, TokensModule, TypeOrmModule.forFeature([Role])],
  controllers: [RolesController],
  providers: [RolesService, RolesRepository],
  exports: [RolesService],
})
export class RolesModule {}
