import { type DynamicModule, Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config';

/** Provides the settings in the whole app. */
@Module({})
export class SettingsModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      providers: [{ provide: SETTINGS, useValue: settings }],
      exports: [SETTINGS],
    };
  }
}
