import { Module } from '@nestjs/common';
import { ActivityModule } from '../../content/activity/activity.module';
import { ImagesModule } from '../../content/images/images.module';
import { WebModule } from '../../web/web.module';
import { RolesModule } from '../roles/roles.module';
import { SortRulesModule } from '../sort-rules/sort-rules.module';
import { ApplicationController, ApplicationForm } from './site/application.controller';
import { LogoController, UploadedLogos } from './site/logo.controller';
import { SettingsStartController } from './site/settings-start.controller';
import { SettingsController } from './settings.controller';
import { SettingsService } from './settings.service';

/** The routes and pages of the settings. `SettingsModule` in `content/settings` provides their values. */
@Module({
  imports: [ActivityModule, ImagesModule, RolesModule, SortRulesModule, WebModule],
  controllers: [SettingsController, SettingsStartController, ApplicationController, LogoController],
  providers: [SettingsService, ApplicationForm, UploadedLogos],
  exports: [SettingsService],
})
export class SiteSettingsModule {}
