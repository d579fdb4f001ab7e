import {
  Database,
  insertColumns,
  type RowOf,
  selectComputed,
  selectSnakeColumns,
  setColumns,
  type Sql,
  sql,
} from '@almanac/database';
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
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Webhook, WebhookDelivery } from './events/webhook.entity';

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

const COLUMNS = selectSnakeColumns(
  Webhook,
  'webhook',
  'id',
  'name',
  'endpoint',
  'events',
  'active',
  'timeout',
  'shelfIds',
  'bookIds',
  'categoryIds',
  'ownedBy',
  'formerSecretUntil',
  'lastCalledAt',
  'lastErroredAt',
  'lastError',
  'failingSince',
  'switchedOffAt',
  'createdAt',
  'updatedAt',
);
const DELIVERY_COLUMNS = selectSnakeColumns(
  WebhookDelivery,
  'delivery',
  'id',
  'messageId',
  'event',
  'state',
  'attempts',
  'nextAttemptAt',
  'attemptedAt',
  'durationMs',
  'responseStatus',
  'error',
  'createdAt',
);
const DELIVERY_DETAIL = sql`${DELIVERY_COLUMNS}, ${selectSnakeColumns(WebhookDelivery, 'delivery', 'body', 'responseBody')}`;

/** A webhook without its secrets. */
export type WebhookRow = RowOf<typeof COLUMNS>;
export type DeliveryRow = RowOf<typeof DELIVERY_COLUMNS>;
export type DeliveryDetailRow = RowOf<typeof DELIVERY_DETAIL>;

/** The members that callers give. */
export type WebhookValues = Pick<
  WebhookRow,
  'name' | 'endpoint' | 'events' | 'active' | 'timeout' | 'shelf_ids' | 'book_ids' | 'category_ids'
>;

/** The parameters of `valuesOf`, from `$2` on. */
const VALUE_PARAMETERS = {
  name: '$2',
  endpoint: '$3',
  events: '$4',
  active: '$5',
  timeout: '$6',
  shelfIds: '$7',
  bookIds: '$8',
  categoryIds: '$9',
};

/** Queries for webhooks and the log of their deliveries. */
@Injectable()
export class WebhooksRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(Webhook) private readonly rows: Repository<Webhook>,
    @InjectRepository(WebhookDelivery) private readonly deliveryRows: Repository<WebhookDelivery>,
  ) {}

  list(query: ListQuery): Promise<ListBatch<WebhookRow>> {
    return fetchListing(this.database, webhookListing, query, {
      select: COLUMNS,
      from: 'webhooks webhook',
      where: () => 'TRUE',
    });
  }

  find(id: number): Promise<WebhookRow | undefined> {
    return this.row(sql`SELECT ${COLUMNS} FROM webhooks webhook WHERE id = $1`, [id]);
  }

  lock(id: number): Promise<WebhookRow | undefined> {
    return this.row(sql`SELECT ${COLUMNS} FROM webhooks webhook WHERE id = $1 FOR UPDATE`, [id]);
  }

  async newId(): Promise<number> {
    const [row] = await this.database.query(
      sql`SELECT ${selectComputed<{ id: number }>({ id: `nextval(pg_get_serial_sequence('webhooks', 'id'))::int` })}`,
    );
    if (!row) throw new Error('the sequence of webhooks gave no id');
    return row.id;
  }

  insert(id: number, values: WebhookValues, ownedBy: number, sealedSecret: Buffer): Promise<WebhookRow | undefined> {
    return this.row(
      sql`INSERT INTO webhooks AS webhook
         ${insertColumns(Webhook, { id: '$1', ...VALUE_PARAMETERS, ownedBy: '$10', sealedSecret: '$11' })}
       RETURNING ${COLUMNS}`,
      [id, ...valuesOf(values), ownedBy, sealedSecret],
    );
  }

  /** An active webhook starts without its earlier failures. */
  update(id: number, values: WebhookValues, ownedBy: number): Promise<WebhookRow | undefined> {
    return this.row(
      sql`UPDATE webhooks webhook SET ${setColumns(Webhook, {
        ...VALUE_PARAMETERS,
        ownedBy: '$10',
        updatedAt: 'now()',
        resumeAt: 'NULL',
        failures: 'CASE WHEN $5 THEN 0 ELSE failures END',
        failingSince: 'CASE WHEN $5 THEN NULL ELSE failing_since END',
        switchedOffAt: 'CASE WHEN $5 THEN NULL ELSE switched_off_at END',
      })} WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, ...valuesOf(values), ownedBy],
    );
  }

  /** The former secret stays valid for a day. */
  replaceSecret(id: number, sealedSecret: Buffer): Promise<WebhookRow | undefined> {
    return this.row(
      sql`UPDATE webhooks webhook SET ${setColumns(Webhook, {
        formerSealedSecret: 'sealed_secret',
        formerSecretUntil: `now() + interval '1 day'`,
        sealedSecret: '$2',
        updatedAt: 'now()',
      })} WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, sealedSecret],
    );
  }

  async remove(id: number): Promise<void> {
    await this.rows.delete(id);
  }

  deliveries(webhookId: number, query: ListQuery): Promise<ListBatch<DeliveryRow>> {
    return fetchListing(this.database, deliveryListing, query, {
      select: DELIVERY_COLUMNS,
      from: 'webhook_deliveries delivery',
      where: (parameters) => `delivery.webhook_id = ${parameters.add(webhookId)}`,
    });
  }

  async delivery(webhookId: number, id: number): Promise<DeliveryDetailRow | undefined> {
    const [row] = await this.database.query(
      sql`SELECT ${DELIVERY_DETAIL} FROM webhook_deliveries delivery
       WHERE delivery.webhook_id = $1 AND delivery.id = $2`,
      [webhookId, id],
    );
    return row;
  }

  async addDelivery(webhookId: number, messageId: string, event: string, body: object): Promise<DeliveryDetailRow> {
    const [delivery] = await this.database.query(
      sql`INSERT INTO webhook_deliveries AS delivery
         ${insertColumns(WebhookDelivery, { webhookId: '$1', messageId: '$2', event: '$3', body: '$4' })}
       RETURNING ${DELIVERY_DETAIL}`,
      [webhookId, messageId, event, JSON.stringify(body)],
    );
    if (!delivery) throw new Error('the new delivery has no row');
    return delivery;
  }

  /** Ends the pause after a failure, too. */
  async deliverAgain(webhookId: number, id: number): Promise<DeliveryDetailRow | undefined> {
    const [delivery] = await this.database.query(
      sql`UPDATE webhook_deliveries delivery SET ${setColumns(WebhookDelivery, { state: `'waiting'`, nextAttemptAt: 'now()' })}
       WHERE webhook_id = $1 AND id = $2
       RETURNING ${DELIVERY_DETAIL}`,
      [webhookId, id],
    );
    await this.database.query(`UPDATE webhooks SET ${setColumns(Webhook, { resumeAt: 'NULL' })} WHERE id = $1`, [
      webhookId,
    ]);
    return delivery;
  }

  async removeDeliveries(webhookId: number): Promise<void> {
    await this.deliveryRows.delete({ webhookId });
  }

  private async row(statement: Sql<WebhookRow>, parameters: unknown[]): Promise<WebhookRow | undefined> {
    const [row] = await this.database.query(statement, parameters);
    return row;
  }
}

const valuesOf = (values: WebhookValues): unknown[] => [
  values.name,
  values.endpoint,
  values.events,
  values.active,
  values.timeout,
  values.shelf_ids,
  values.book_ids,
  values.category_ids,
];
