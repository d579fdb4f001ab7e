import { randomUUID } from 'node:crypto';
import type { Kind } from '@almanac/testing';
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
    const [row] = await world.app.database.query<{ id: number }>(
      `INSERT INTO webhook_deliveries (webhook_id, message_id, event, body, state)
       VALUES ($1, 'msg', 'role_delete', '{}', 'delivered') RETURNING id`,
      [id],
    );
    return { name, id, deliveryId: row?.id };
  },
};
