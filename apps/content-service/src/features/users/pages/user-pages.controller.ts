import { type Actor, CurrentActor } from '@almanac/auth';
import { Id, Input, type RawInput } from '@almanac/http';
import { Form, type Next } from '@almanac/web';
import { Get, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { UserForms } from './user-forms';

@SettingsPage('settings/users')
export class UserSettingsController {
  constructor(private readonly forms: UserForms) {}

  @Get()
  @Render('features/users/pages/list')
  list(@Query() given: Record<string, unknown>) {
    return this.forms.list(given);
  }

  @Get('new')
  @Render('features/users/pages/form')
  showNew() {
    return this.forms.showNew();
  }

  @Form('new')
  create(@Input() form: RawInput, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    return this.forms.create(form, actor, request);
  }

  @Get(':id')
  @Render('features/users/pages/form')
  show(@Id('User') id: number) {
    return this.forms.show(id);
  }

  @Form(':id')
  save(
    @Id('User') id: number,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.forms.save(id, form, actor, request);
  }

  @Form(':id/invitation')
  invite(@Id('User') id: number, @Req() request: Request): Promise<Next> {
    return this.forms.invite(id, request);
  }

  @Get(':id/delete')
  @Render('features/users/pages/delete')
  ask(@Id('User') id: number) {
    return this.forms.ask(id);
  }

  @Form(':id/delete')
  remove(
    @Id('User') id: number,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.forms.remove(id, form, actor, request);
  }
}
