import { type Actor, CurrentActor } from '@almanac/auth';
import { Id } from '@almanac/http';
import { Form, type Next } from '@almanac/web';
import { Get, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { recordPages } from '../../../web/settings-area/record-pages';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { WebhookForms } from './webhook-forms';

@SettingsPage('settings/webhooks')
export class WebhookPagesController extends recordPages('Webhook', 'features/webhooks/pages') {
  constructor(protected override readonly forms: WebhookForms) {
    super();
  }

  @Get(':id/secret')
  @Render('features/webhooks/pages/secret')
  secret(@Id('Webhook') id: number, @Req() request: Request) {
    return this.forms.secret(id, request);
  }

  @Form(':id/secret')
  replaceSecret(@Id('Webhook') id: number, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    return this.forms.replaceSecret(id, actor, request);
  }

  @Form(':id/test')
  sendTest(@Id('Webhook') id: number, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    return this.forms.sendTest(id, actor, request);
  }
}
