import { randomUUID } from 'node:crypto';
import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound, Problem } from '@almanac/errors';
import { Jobs } from '@almanac/jobs';
import type { ListQuery } from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { WEBHOOK_JOB } from '../../content/activity/activity-log';
import { presentDelivery, presentDeliveryInList } from './webhook.presenter';
import { type WebhookRow, WebhooksRepository } from './webhooks.repository';
import { requireOwner } from './webhooks.service';

/** The event of a message that tests a receiver. */
const TEST_EVENT = 'test';

/** The log of deliveries. It shows messages that were made for the owner, so that nobody else may read it. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksRepository,
    private readonly jobs: Jobs,
    @Inject(SETTINGS) private readonly settings: Settings,
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
      const webhook = await this.webhookOf(webhookId, actor);
      if (!(await this.webhooks.delivery(webhookId, id))) notFound('Delivery');
      requireActive(webhook);
      const delivery = (await this.webhooks.deliverAgain(webhookId, id)) ?? notFound('Delivery');
      await this.database.afterCommit(() => this.jobs.send(WEBHOOK_JOB));
      return presentDelivery(delivery);
    });
  }

  /** Sends a message of no event, so that people can try a receiver. @throws Problem 409 while the webhook is switched off */
  sendTest(webhookId: number, actor: Actor) {
    return this.database.transaction(async () => {
      const webhook = await this.webhookOf(webhookId, actor);
      requireActive(webhook);
      const { id, name } = webhook;
      const body = {
        event: TEST_EVENT,
        text: `${actor.name} tested webhook "${name}"`,
        triggered_at: new Date().toISOString(),
        triggered_by: { id: actor.id, name: actor.name, slug: actor.slug },
        triggered_by_profile_url: `${this.settings.baseUrl}/user/${actor.slug}`,
        webhook_id: id,
        webhook_name: name,
      };
      const delivery = await this.webhooks.addDelivery(id, `msg_${id}_test-${randomUUID()}`, TEST_EVENT, body);
      await this.database.afterCommit(() => this.jobs.send(WEBHOOK_JOB));
      return presentDelivery(delivery);
    });
  }

  private async webhookOf(id: number, actor: Actor): Promise<WebhookRow> {
    const webhook = (await this.webhooks.find(id)) ?? notFound('Webhook');
    requireOwner(webhook, actor);
    return webhook;
  }
}

function requireActive({ active }: WebhookRow): void {
  if (!active) throw new Problem(409, 'The webhook is switched off. Save it with `active` before you deliver again.');
}
