import { type Actor, CurrentActor } from '@almanac/auth';
import { Id, Input, type RawInput } from '@almanac/http';
import { Form, type Next } from '@almanac/web';
import { Get, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { RoleForms } from './role-forms';

@SettingsPage('settings/roles')
export class RolePagesController {
  constructor(private readonly forms: RoleForms) {}

  @Get()
  @Render('features/roles/pages/list')
  list(@Query() given: Record<string, unknown>) {
    return this.forms.list(given);
  }

  @Get('new')
  @Render('features/roles/pages/form')
  showNew(@Query('copy') copied: unknown) {
    return this.forms.showNew(copied);
  }

  @Form('new')
  create(@Input() form: RawInput, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    return this.forms.create(form, actor, request);
  }

  @Get(':id')
  @Render('features/roles/pages/form')
  show(@Id('Role') id: number) {
    return this.forms.show(id);
  }

  @Form(':id')
  save(
    @Id('Role') id: number,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.forms.save(id, form, actor, request);
  }

  @Get(':id/delete')
  @Render('features/roles/pages/delete')
  ask(@Id('Role') id: number) {
    return this.forms.ask(id);
  }

  @Form(':id/delete')
  remove(
    @Id('Role') id: number,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.forms.remove(id, form, actor, request);
  }
}
