import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../../content/access/access.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { WebModule } from '../../web/web.module';
import { RoleForms, RoleSiteController } from './site/role-site.controller';
import { RolesController } from './roles.controller';
import { RolesRepository } from './roles.repository';
import { RolesService } from './roles.service';
import { Role } from '../../content/accounts/role.entity';
import { Setting } from '../../content/settings/setting.entity';

@Module({
  imports: [AccessModule, ActivityModule, TypeOrmModule.forFeature([Role, Setting]), WebModule],
  controllers: [RolesController, RoleSiteController],
  providers: [RoleForms, RolesService, RolesRepository],
  exports: [RolesService],
})
export class RolesModule {}
