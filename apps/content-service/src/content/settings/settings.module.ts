import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SETTINGS, type Settings } from '../../config';
import { Setting } from './setting.entity';
import { SiteSettings } from './site-settings';

/** Provides the settings of the environment, and those that administrators store, in the whole app. */
@Module({})
export class SettingsModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      imports: [TypeOrmModule.forFeature([Setting])],
      providers: [{ provide: SETTINGS, useValue: settings }, SiteSettings],
      exports: [SETTINGS, SiteSettings],
    };
  }
}
