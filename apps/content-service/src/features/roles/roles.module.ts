import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
import { TokensModule } from '../tokens/tokens.module';
import { RolesController } from './roles.controller';
import { RolesRepository } from './roles.repository';
import { RolesService } from './roles.service';

@Module({
  imports: [DomainModule, TokensModule],
  controllers: [RolesController],
  providers: [RolesService, RolesRepository],
})
export class RolesModule {}
