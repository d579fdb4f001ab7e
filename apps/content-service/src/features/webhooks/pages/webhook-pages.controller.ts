import { type Actor, CurrentActor } from '@almanac/auth';
import { Id, Input, type RawInput } from '@almanac/http';
import { Form, type Next } from '@almanac/web';
import { Get, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { WebhookForms } from './webhook-forms';

@SettingsPage('settings/webhooks')
export class WebhookPagesController {
  constructor(private readonly forms: WebhookForms) {}

  @Get()
  @Render('features/webhooks/pages/list')
  list(@Query() given: Record<string, unknown>) {
    return this.forms.list(given);
  }

  @Get('new')
  @Render('features/webhooks/pages/form')
  showNew() {
    return this.forms.showNew();
  }

  @Form('new')
  create(@Input() form: RawInput, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    return this.forms.create(form, actor, request);
  }

  @Get(':webhookId')
  @Render('features/webhooks/pages/form')
  show(@Id('Webhook', 'webhookId') id: number, @CurrentActor() actor: Actor) {
    return this.forms.show(id, actor);
  }

  @Form(':webhookId')
  save(
    @Id('Webhook', 'webhookId') id: number,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.forms.save(id, form, actor, request);
  }

  @Get(':webhookId/secret')
  @Render('features/webhooks/pages/secret')
  secret(@Id('Webhook', 'webhookId') id: number, @Req() request: Request) {
    return this.forms.secret(id, request);
  }

  @Form(':webhookId/secret')
  replaceSecret(
    @Id('Webhook', 'webhookId') id: number,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.forms.replaceSecret(id, actor, request);
  }

  @Form(':webhookId/test')
  sendTest(
    @Id('Webhook', 'webhookId') id: number,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.forms.sendTest(id, actor, request);
  }

  @Get(':webhookId/delete')
  @Render('features/webhooks/pages/delete')
  ask(@Id('Webhook', 'webhookId') id: number) {
    return this.forms.ask(id);
  }

  @Form(':webhookId/delete')
  remove(@Id('Webhook', 'webhookId') id: number, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    return this.forms.remove(id, actor, request);
  }
}
