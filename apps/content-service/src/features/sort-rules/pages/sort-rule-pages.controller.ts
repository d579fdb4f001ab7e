import { type Actor, CurrentActor } from '@almanac/auth';
import { Id, Input, type RawInput } from '@almanac/http';
import { Form, type Next } from '@almanac/web';
import { Get, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { SortRuleForms } from './sort-rule-forms';

@SettingsPage('settings/sort-rules')
export class SortRulePagesController {
  constructor(private readonly forms: SortRuleForms) {}

  @Get()
  @Render('features/sort-rules/pages/list')
  list(@Query() given: Record<string, unknown>) {
    return this.forms.list(given);
  }

  @Get('new')
  @Render('features/sort-rules/pages/form')
  showNew() {
    return this.forms.showNew();
  }

  @Form('new')
  create(@Input() form: RawInput, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    return this.forms.create(form, actor, request);
  }

  @Get(':id')
  @Render('features/sort-rules/pages/form')
  show(@Id('Sort rule') id: number) {
    return this.forms.show(id);
  }

  @Form(':id')
  save(
    @Id('Sort rule') id: number,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.forms.save(id, form, actor, request);
  }

  @Get(':id/delete')
  @Render('features/sort-rules/pages/delete')
  ask(@Id('Sort rule') id: number) {
    return this.forms.ask(id);
  }

  @Form(':id/delete')
  remove(@Id('Sort rule') id: number, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    return this.forms.remove(id, actor, request);
  }
}
