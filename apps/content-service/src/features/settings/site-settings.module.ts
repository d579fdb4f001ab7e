import { Module } from '@nestjs/common';
import { ActivityModule } from '../../content/activity/activity.module';
import { WebModule } from '../../web/web.module';
import { RolesModule } from '../roles/roles.module';
import { ApplicationController } from './pages/application.controller';
import { ApplicationForm } from './pages/application-form';
import { SettingsStartController } from './pages/settings-start.controller';
import { SettingsController } from './settings.controller';
import { SettingsService } from './settings.service';

/** The routes and pages of the settings. `SettingsModule` of the content floor provides their values. */
@Module({
  imports: [ActivityModule, RolesModule, WebModule],
  controllers: [SettingsController, SettingsStartController, ApplicationController],
  providers: [SettingsService, ApplicationForm],
  exports: [SettingsService],
})
export class SiteSettingsModule {}
