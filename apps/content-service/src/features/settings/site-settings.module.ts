import { Module } from '@nestjs/common';
import { ActivityModule } from '../../content/activity/activity.module';
import { SettingsController } from './settings.controller';
import { SettingsService } from './settings.service';

/** The routes of the settings. `SettingsModule` of the content floor provides their values. */
@Module({
  imports: [ActivityModule],
  controllers: [SettingsController],
  providers: [SettingsService],
  exports: [SettingsService],
})
export class SiteSettingsModule {}
