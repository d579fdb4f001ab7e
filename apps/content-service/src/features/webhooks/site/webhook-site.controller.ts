import { type Actor, CurrentActor } from '@almanac/auth';
import { Id } from '@almanac/http';
import { PostForm, type Next, notify } from '@almanac/web';
import { Get, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { having } from '../../../web/list-batches';
import { ListView } from '../../../web/settings-area/list-view';
import { recordFormRoutes } from '../../../web/settings-area/record-form-routes';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { DeliveriesService } from '../deliveries.service';
import { WebhooksService } from '../webhooks.service';
import { webhookPath, WebhookForms } from './webhook-forms';

@SettingsPage('settings/webhooks')
export class WebhookSiteController extends recordFormRoutes('Webhook', 'features/webhooks/site') {
  constructor(protected override readonly forms: WebhookForms) {
    super();
  }

  @Get(':id/secret')
  @Render('features/webhooks/site/secret')
  secret(@Id('Webhook') id: number, @Req() request: Request) {
    return this.forms.secret(id, request);
  }

  @PostForm(':id/secret')
  replaceSecret(@Id('Webhook') id: number, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    return this.forms.replaceSecret(id, actor, request);
  }

  @PostForm(':id/test')
  sendTest(@Id('Webhook') id: number, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    return this.forms.sendTest(id, actor, request);
  }
}

const STATES = [
  { value: '', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
];

@SettingsPage('settings/webhooks/:webhookId/deliveries')
export class DeliverySiteController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: DeliveriesService,
  ) {}

  @Get()
  @Render('features/webhooks/site/deliveries')
  async list(
    @Id('Webhook', 'webhookId') webhookId: number,
    @Query() parameters: Record<string, unknown>,
    @CurrentActor() actor: Actor,
  ) {
    const webhook = await (await this.webhooks.read(webhookId)).show();
    const path = webhookPath(webhookId);
    const list = new ListView(`${path}/deliveries`, parameters, { sorts: ['-id', 'event'], filters: ['state'] });
    const { state = '' } = list.filters;
    const filters = state === '' ? [] : [having('state', state)];
    const { rows, total } = await this.deliveries.list(webhookId, list.query(filters), actor);
    const title = `Deliveries: ${webhook.name}`;
    return { title, webhook, path, list, rows, total, states: STATES, pager: list.pager(total) };
  }

  @Get(':deliveryId')
  @Render('features/webhooks/site/delivery')
  async read(
    @Id('Webhook', 'webhookId') webhookId: number,
    @Id('Delivery', 'deliveryId') id: number,
    @CurrentActor() actor: Actor,
  ) {
    const webhook = await (await this.webhooks.read(webhookId)).show();
    const delivery = await this.deliveries.read(webhookId, id, actor);
    const message = JSON.stringify(JSON.parse(delivery.request_body), null, 2);
    return { title: `Delivery ${id}`, webhook, delivery, message, path: `${webhookPath(webhookId)}/deliveries` };
  }

  @PostForm(':deliveryId/redeliver')
  async redeliver(
    @Id('Webhook', 'webhookId') webhookId: number,
    @Id('Delivery', 'deliveryId') id: number,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    await this.deliveries.deliverAgain(webhookId, id, actor);
    notify(request, 'The message is on its way again.');
    return { url: `${webhookPath(webhookId)}/deliveries/${id}` };
  }
}
