import { Database } from '@almanac/database';
import {
  boolean,
  defineListing,
  fetchListing,
  integer,
  type ListBatch,
  type ListQuery,
  text,
  timestamp,
  word,
} from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { DeliveryDetailRow, DeliveryRow, WebhookRow } from './webhook.presenter';

export const webhookListing = defineListing({
  id: integer('webhook.id'),
  name: text('webhook.name'),
  active: boolean('webhook.active'),
  last_called_at: timestamp('webhook.last_called_at'),
  last_errored_at: timestamp('webhook.last_errored_at'),
  created_at: timestamp('webhook.created_at'),
  updated_at: timestamp('webhook.updated_at'),
});

export const deliveryListing = defineListing({
  id: integer('delivery.id'),
  event: word('delivery.event'),
  state: word('delivery.state'),
  response_status: integer('delivery.response_status'),
  attempted_at: timestamp('delivery.attempted_at'),
  created_at: timestamp('delivery.created_at'),
});

/** The members that callers give. */
export type WebhookValues = Pick<
  WebhookRow,
  'name' | 'endpoint' | 'events' | 'active' | 'timeout' | 'shelf_ids' | 'book_ids' | 'category_ids'
>;

const COLUMNS = `webhook.id, webhook.name, webhook.endpoint, webhook.events, webhook.active, webhook.timeout, webhook.shelf_ids,
  webhook.book_ids, webhook.category_ids, webhook.owned_by, webhook.former_secret_until, webhook.last_called_at,
  webhook.last_errored_at, webhook.last_error, webhook.failing_since, webhook.switched_off_at, webhook.created_at, webhook.updated_at`;
const DELIVERY_COLUMNS = `delivery.id, delivery.message_id, delivery.event, delivery.state, delivery.attempts,
  delivery.next_attempt_at, delivery.attempted_at, delivery.duration_ms, delivery.response_status, delivery.error, delivery.created_at`;
const DELIVERY_DETAIL = `${DELIVERY_COLUMNS}, delivery.body, delivery.response_body`;

/** Queries for webhooks and the log of their deliveries. */
@Injectable()
export class WebhooksRepository {
  constructor(private readonly database: Database) {}

  list(query: ListQuery): Promise<ListBatch<WebhookRow>> {
    return fetchListing(this.database, webhookListing, query, {
      select: COLUMNS,
      from: 'webhooks webhook',
      where: () => 'TRUE',
    });
  }

  find(id: number): Promise<WebhookRow | undefined> {
    return this.row(`SELECT ${COLUMNS} FROM webhooks webhook WHERE id = $1`, [id]);
  }

  lock(id: number): Promise<WebhookRow | undefined> {
    return this.row(`SELECT ${COLUMNS} FROM webhooks webhook WHERE id = $1 FOR UPDATE`, [id]);
  }

  async newId(): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      `SELECT nextval(pg_get_serial_sequence('webhooks', 'id'))::int AS id`,
    );
    if (!row) throw new Error('the sequence of webhooks gave no id');
    return row.id;
  }

  insert(id: number, values: WebhookValues, ownedBy: number, sealedSecret: Buffer): Promise<WebhookRow | undefined> {
    return this.row(
      `INSERT INTO webhooks AS webhook
         (id, name, endpoint, events, active, timeout, shelf_ids, book_ids, category_ids, owned_by, sealed_secret)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       RETURNING ${COLUMNS}`,
      [id, ...columnsOf(values), ownedBy, sealedSecret],
    );
  }

  /** An active webhook starts without its earlier failures. */
  update(id: number, values: WebhookValues, ownedBy: number): Promise<WebhookRow | undefined> {
    return this.row(
      `UPDATE webhooks webhook SET name = $2, endpoint = $3, events = $4, active = $5, timeout = $6, shelf_ids = $7, book_ids = $8,
         category_ids = $9, owned_by = $10, updated_at = now(), resume_at = NULL, failures = CASE WHEN $5 THEN 0 ELSE failures END,
         failing_since = CASE WHEN $5 THEN NULL ELSE failing_since END,
         switched_off_at = CASE WHEN $5 THEN NULL ELSE switched_off_at END
       WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, ...columnsOf(values), ownedBy],
    );
  }

  /** The former secret stays valid for a day. */
  replaceSecret(id: number, sealedSecret: Buffer): Promise<WebhookRow | undefined> {
    return this.row(
      `UPDATE webhooks webhook SET former_sealed_secret = sealed_secret, former_secret_until = now() + interval '1 day', sealed_secret = $2,
         updated_at = now() WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, sealedSecret],
    );
  }

  async remove(id: number): Promise<void> {
    await this.database.query('DELETE FROM webhooks WHERE id = $1', [id]);
  }

  deliveries(webhookId: number, query: ListQuery): Promise<ListBatch<DeliveryRow>> {
    return fetchListing(this.database, deliveryListing, query, {
      select: DELIVERY_COLUMNS,
      from: 'webhook_deliveries delivery',
      where: (parameters) => `delivery.webhook_id = ${parameters.add(webhookId)}`,
    });
  }

  async delivery(webhookId: number, id: number): Promise<DeliveryDetailRow | undefined> {
    const [row] = await this.database.query<DeliveryDetailRow>(
      `SELECT ${DELIVERY_DETAIL} FROM webhook_deliveries delivery
       WHERE delivery.webhook_id = $1 AND delivery.id = $2`,
      [webhookId, id],
    );
    return row;
  }

  async addDelivery(webhookId: number, messageId: string, event: string, body: object): Promise<DeliveryDetailRow> {
    const [delivery] = await this.database.query<DeliveryDetailRow>(
      `INSERT INTO webhook_deliveries AS delivery (webhook_id, message_id, event, body) VALUES ($1, $2, $3, $4)
       RETURNING ${DELIVERY_DETAIL}`,
      [webhookId, messageId, event, JSON.stringify(body)],
    );
    if (!delivery) throw new Error('the new delivery has no row');
    return delivery;
  }

  /** Ends the pause after a failure, too. */
  async deliverAgain(webhookId: number, id: number): Promise<DeliveryDetailRow | undefined> {
    const [delivery] = await this.database.query<DeliveryDetailRow>(
      `UPDATE webhook_deliveries delivery SET state = 'waiting', next_attempt_at = now() WHERE webhook_id = $1 AND id = $2
       RETURNING ${DELIVERY_DETAIL}`,
      [webhookId, id],
    );
    await this.database.query('UPDATE webhooks SET resume_at = NULL WHERE id = $1', [webhookId]);
    return delivery;
  }

  async removeDeliveries(webhookId: number): Promise<void> {
    await this.database.query('DELETE FROM webhook_deliveries WHERE webhook_id = $1', [webhookId]);
  }

  private async row(sql: string, parameters: unknown[]): Promise<WebhookRow | undefined> {
    const [row] = await this.database.query<WebhookRow>(sql, parameters);
    return row;
  }
}

const columnsOf = (values: WebhookValues): unknown[] => [
  values.name,
  values.endpoint,
  values.events,
  values.active,
  values.timeout,
  values.shelf_ids,
  values.book_ids,
  values.category_ids,
];
