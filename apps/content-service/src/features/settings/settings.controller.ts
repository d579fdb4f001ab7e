import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Input, WithVersion } from '@almanac/http';
import { Routes } from '@almanac/openapi';
import { Controller, Get, Put } from '@nestjs/common';
import { UpdateSettingsDto } from './settings.dto';
import { SETTINGS_SCHEMA } from './settings.presenter';
import { SettingsService } from './settings.service';

@Routes({
  'GET /': { summary: 'Read the settings of this site', answer: SETTINGS_SCHEMA, isVersioned: true },
  'PUT /': {
    summary: 'Change the settings of this site',
    description:
      'Absent fields keep their values. null removes a stored value: the environment or the default decides again.',
    answer: SETTINGS_SCHEMA,
    isVersioned: true,
  },
})
@Requires('settings-manage')
@Controller('api/settings')
@WithVersion()
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  read() {
    return this.settings.read();
  }

  @Put()
  update(@Input() dto: UpdateSettingsDto, @CurrentActor() actor: Actor) {
    return this.settings.update(dto, actor);
  }
}
