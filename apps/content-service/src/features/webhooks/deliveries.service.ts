import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound, Problem } from '@almanac/errors';
import { Jobs } from '@almanac/jobs';
import type { ListQuery } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { WEBHOOK_JOB } from '../../content/activity/activity-log';
import { presentDelivery, presentDeliveryInList, type WebhookRow } from './webhook.presenter';
import { WebhooksRepository } from './webhooks.repository';
import { requireOwner } from './webhooks.service';

/** The log of deliveries. It shows messages that were made for the owner, so that nobody else may read it. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksRepository,
    private readonly jobs: Jobs,
  ) {}

  async list(webhookId: number, query: ListQuery, actor: Actor) {
    await this.webhookOf(webhookId, actor);
    return (await this.webhooks.deliveries(webhookId, query)).map(presentDeliveryInList);
  }

  async read(webhookId: number, id: number, actor: Actor) {
    await this.webhookOf(webhookId, actor);
    return presentDelivery((await this.webhooks.delivery(webhookId, id)) ?? notFound('Delivery'));
  }

  /** The message keeps its id, so that receivers recognise it. @throws Problem 409 while the webhook is switched off */
  deliverAgain(webhookId: number, id: number, actor: Actor) {
    return this.database.transaction(async () => {
      const { active } = await this.webhookOf(webhookId, actor);
      const delivery = (await this.webhooks.delivery(webhookId, id)) ?? notFound('Delivery');
      if (!active)
        throw new Problem(409, 'The webhook is switched off. Save it with `active` before you deliver again.');
      await this.webhooks.deliverAgain(webhookId, delivery.id);
      await this.database.afterCommit(() => this.jobs.send(WEBHOOK_JOB));
      return presentDelivery((await this.webhooks.delivery(webhookId, id)) ?? notFound('Delivery'));
    });
  }

  private async webhookOf(id: number, actor: Actor): Promise<WebhookRow> {
    const webhook = (await this.webhooks.find(id)) ?? notFound('Webhook');
    requireOwner(webhook, actor);
    return webhook;
  }
}
