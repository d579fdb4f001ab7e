import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput } from '@almanac/http';
import { Form, type Next } from '@almanac/web';
import { Get, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { ApplicationForm } from './application-form';

@SettingsPage('settings/application')
export class ApplicationController {
  constructor(private readonly form: ApplicationForm) {}

  @Get()
  @Render('features/settings/pages/application')
  show() {
    return this.form.show();
  }

  @Form()
  save(@Input() form: RawInput, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    return this.form.save(form, actor, request);
  }
}
