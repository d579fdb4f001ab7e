import { randomUUID } from 'node:crypto';
import { insertColumns, selectColumns, sql } from '@almanac/database';
import type { Kind } from '@almanac/testing';
import { WebhookDelivery } from '../../features/webhooks/events/webhook.entity';
import { idOf } from '../../testing/answers';
import type { ContentWorld } from './kinds';

export const newWebhook = (name: string): object => ({
  name,
  endpoint: 'https://hooks.example/almanac',
  events: ['role_delete'],
});

/** Created by the administrator, who is its owner. */
export const webhook: Kind<ContentWorld> = {
  async visible({ app, admin }) {
    const name = `Made ${randomUUID()}`;
    return { name, id: idOf((await app.api.as(admin).post('/api/webhooks', newWebhook(name))).body) };
  },
};

/** A delivery of such a webhook, which is never due. */
export const delivery: Kind<ContentWorld> = {
  async visible(world) {
    const { id, name } = await webhook.visible(world);
    const [row] = await world.app.database.query(
      sql`INSERT INTO webhook_deliveries
        ${insertColumns(WebhookDelivery, { webhookId: '$1', messageId: `'msg'`, event: `'role_delete'`, body: `'{}'`, state: `'delivered'` })}
        RETURNING ${selectColumns(WebhookDelivery, 'webhook_deliveries', 'id')}`,
      [id],
    );
    return { name, id, deliveryId: row?.id };
  },
};
