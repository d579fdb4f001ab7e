import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, Input, RefusesIdempotencyKey, WithVersion } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Routes } from '@almanac/openapi';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { PARTIAL_UPDATE, listSchema } from '../../content/kinds/presentation';
import { DeliveriesService } from './deliveries.service';
import { DELIVERY_IN_LIST_SCHEMA, DELIVERY_SCHEMA, NEW_WEBHOOK_SCHEMA, WEBHOOK_SCHEMA } from './webhook.presenter';
import { CreateWebhookDto, UpdateWebhookDto } from './webhooks.dto';
import { deliveryListing, webhookListing } from './webhooks.repository';
import { WebhooksService } from './webhooks.service';

const OWNER_ONLY = 'Only the owner of the webhook may do this, because its messages follow the rights of the owner.';

@Routes({
  'GET /': { summary: 'List the webhooks', answer: listSchema(WEBHOOK_SCHEMA) },
  'POST /': {
    summary: 'Create a webhook',
    description: 'Only this answer contains the secret that signs the messages.',
    answer: NEW_WEBHOOK_SCHEMA,
  },
  'GET /:id': { summary: 'Read a webhook', answer: WEBHOOK_SCHEMA, isVersioned: true },
  'PUT /:id': {
    summary: 'Change a webhook',
    description: `${PARTIAL_UPDATE} The caller becomes its owner. The log of another owner is deleted.`,
    answer: WEBHOOK_SCHEMA,
    isVersioned: true,
  },
  'DELETE /:id': { name: 'delete', summary: 'Delete a webhook and its deliveries', isVersioned: true },
  'POST /:id/secret': {
    name: 'replaceSecret',
    summary: 'Replace the secret of a webhook',
    description: `Only this answer contains the new secret. For a day, messages are signed with both. ${OWNER_ONLY}`,
    answer: NEW_WEBHOOK_SCHEMA,
  },
  'POST /:id/test': {
    name: 'sendTest',
    summary: 'Send a test message of a webhook',
    description: `The answer is its delivery, which waits to be sent. ${OWNER_ONLY}`,
    answer: DELIVERY_SCHEMA,
    refusals: [409],
  },
  'GET /:id/deliveries': {
    name: 'listDeliveries',
    summary: 'List the deliveries of a webhook',
    description: OWNER_ONLY,
    answer: listSchema(DELIVERY_IN_LIST_SCHEMA),
  },
  'GET /:id/deliveries/:deliveryId': {
    name: 'readDelivery',
    summary: 'Read a delivery with its message and the answer',
    description: OWNER_ONLY,
    answer: DELIVERY_SCHEMA,
  },
  'POST /:id/deliveries/:deliveryId/redeliver': {
    name: 'redeliver',
    summary: 'Deliver a message again',
    description: OWNER_ONLY,
    answer: DELIVERY_SCHEMA,
    refusals: [409],
  },
})
@Requires('settings-manage')
@Controller('api/webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: DeliveriesService,
  ) {}

  @Get()
  list(@Listing(webhookListing) query: ListQuery) {
    return this.webhooks.list(query);
  }

  @RefusesIdempotencyKey()
  @Post()
  @HttpCode(200)
  create(@Input() dto: CreateWebhookDto, @CurrentActor() actor: Actor) {
    return this.webhooks.create(dto, actor);
  }

  @Get(':id')
  @WithVersion()
  read(@Id('Webhook') id: number) {
    return this.webhooks.read(id);
  }

  @Put(':id')
  @WithVersion()
  update(@Id('Webhook') id: number, @Input() dto: UpdateWebhookDto, @CurrentActor() actor: Actor) {
    return this.webhooks.update(id, dto, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Id('Webhook') id: number, @CurrentActor() actor: Actor) {
    return this.webhooks.remove(id, actor);
  }

  @RefusesIdempotencyKey()
  @Post(':id/secret')
  @HttpCode(200)
  replaceSecret(@Id('Webhook') id: number, @CurrentActor() actor: Actor) {
    return this.webhooks.replaceSecret(id, actor);
  }

  @Post(':id/test')
  @HttpCode(200)
  sendTest(@Id('Webhook') id: number, @CurrentActor() actor: Actor) {
    return this.deliveries.sendTest(id, actor);
  }

  @Get(':id/deliveries')
  listDeliveries(@Id('Webhook') id: number, @Listing(deliveryListing) query: ListQuery, @CurrentActor() actor: Actor) {
    return this.deliveries.list(id, query, actor);
  }

  @Get(':id/deliveries/:deliveryId')
  readDelivery(
    @Id('Webhook') id: number,
    @Id('Delivery', 'deliveryId') deliveryId: number,
    @CurrentActor() actor: Actor,
  ) {
    return this.deliveries.read(id, deliveryId, actor);
  }

  @Post(':id/deliveries/:deliveryId/redeliver')
  @HttpCode(200)
  redeliver(@Id('Webhook') id: number, @Id('Delivery', 'deliveryId') deliveryId: number, @CurrentActor() actor: Actor) {
    return this.deliveries.deliverAgain(id, deliveryId, actor);
  }
}
