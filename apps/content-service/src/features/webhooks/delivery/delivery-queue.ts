import { Database, type RowOf, selectComputed, selectSnakeColumns, setColumns, sql } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { gauge } from '@almanac/observability';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Webhook, WebhookDelivery } from '../events/webhook.entity';

/** The result of one attempt. Without an error, the receiver has accepted the message. */
export interface Outcome {
  durationMs: number;
  status: number | null;
  answer: string | null;
  error: string | null;
  /** The receiver wants no further messages. */
  isGone: boolean;
}

const FIRST_RETRY_MS = 10_000;
const MAX_RETRY_MS = 3_600_000;
const JITTER = 0.2;
/** Deliveries are given up, and webhooks switched off, after three days of failures. */
const GIVEN_UP_AFTER_MS = 3 * 24 * 3_600_000;

/** Longer than an attempt may take beyond its time-out. */
const LEASE_RESERVE_SECONDS = 60;
/** The former secret is read as long as receivers may still use it. */
const RECEIVER = sql`${selectSnakeColumns(Webhook, 'hook', 'id', 'name', 'endpoint', 'timeout', 'ownedBy', 'failures', 'sealedSecret')},
  ${selectComputed<{ former_sealed_secret: Buffer | null }>({
    former_sealed_secret: 'CASE WHEN hook.former_secret_until > now() THEN hook.former_sealed_secret END',
  })}`;
const WAITING = selectSnakeColumns(WebhookDelivery, 'delivery', 'id', 'messageId', 'body', 'attempts');

/** A webhook that this process delivers for. */
export type Receiver = RowOf<typeof RECEIVER>;
export type WaitingDelivery = RowOf<typeof WAITING>;

const LEASE = setColumns(Webhook, {
  leasedUntil: `now() + make_interval(secs => timeout + ${LEASE_RESERVE_SECONDS})`,
});
const DUE = `state = 'waiting' AND next_attempt_at <= now()`;

/** One look into the index for each webhook. Webhooks that pause after failures do not count. */
const OLDEST = sql`
  SELECT ${selectComputed<{ seconds: number }>({ seconds: 'coalesce(extract(epoch FROM now() - min(oldest.next_attempt_at)), 0)::float8' })}
  FROM webhooks hook CROSS JOIN LATERAL (
    SELECT next_attempt_at FROM webhook_deliveries WHERE webhook_id = hook.id AND ${DUE} ORDER BY next_attempt_at LIMIT 1) oldest
  WHERE hook.active AND (hook.resume_at IS NULL OR hook.resume_at <= now())`;

/** The deliveries that wait in the database. One process at a time delivers for a webhook, one message after the other. */
@Injectable()
export class DeliveryQueue {
  constructor(private readonly database: Database) {
    gauge(
      'almanac_webhook_wait_seconds',
      'How long the oldest message waits that could be delivered now.',
      async () => {
        const [row] = await this.database.query(OLDEST);
        return row?.seconds ?? 0;
      },
    );
  }

  /** Takes webhooks with due deliveries for this process; those that have failed come last, and only on `failingSlots`. */
  async lease(slots: number, failingSlots: number): Promise<Receiver[]> {
    const due = (condition: string, limit: string) => `
      (SELECT id FROM webhooks candidate WHERE active AND ${condition} AND (leased_until IS NULL OR leased_until < now())
         AND (resume_at IS NULL OR resume_at <= now())
         AND EXISTS (SELECT FROM webhook_deliveries delivery WHERE delivery.webhook_id = candidate.id AND ${DUE})
       ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
    return this.database.query(
      sql`WITH healthy AS ${due('failing_since IS NULL', '$1')}, failing AS ${due('failing_since IS NOT NULL', '$2')}
       UPDATE webhooks hook SET ${LEASE} FROM (SELECT id FROM healthy UNION ALL SELECT id FROM failing) due WHERE hook.id = due.id
       RETURNING ${RECEIVER}`,
      [slots, failingSlots],
    );
  }

  /** The webhook with the lease renewed; undefined when it must not be called now. */
  async renew(id: number): Promise<Receiver | undefined> {
    const [receiver] = await this.database.query(
      sql`UPDATE webhooks hook SET ${LEASE} WHERE id = $1 AND active AND (resume_at IS NULL OR resume_at <= now())
       RETURNING ${RECEIVER}`,
      [id],
    );
    return receiver;
  }

  async release(id: number): Promise<void> {
    await this.database.query(`UPDATE webhooks SET ${setColumns(Webhook, { leasedUntil: 'NULL' })} WHERE id = $1`, [
      id,
    ]);
  }

  async next(webhookId: number): Promise<WaitingDelivery | undefined> {
    const [delivery] = await this.database.query(
      sql`SELECT ${WAITING} FROM webhook_deliveries delivery WHERE webhook_id = $1 AND ${DUE}
       ORDER BY next_attempt_at, id LIMIT 1`,
      [webhookId],
    );
    return delivery;
  }

  async accepted(receiver: Receiver, delivery: WaitingDelivery, outcome: Outcome): Promise<void> {
    await this.database.transaction(async () => {
      await this.log(delivery, outcome, 'delivered', null);
      await this.database.query(
        `UPDATE webhooks SET ${setColumns(Webhook, { lastCalledAt: 'now()', failures: '0', failingSince: 'NULL', resumeAt: 'NULL' })}
         WHERE id = $1`,
        [receiver.id],
      );
    });
  }

  /** Plans the next attempt. @returns whether the webhook was switched off */
  async refused(receiver: Receiver, delivery: WaitingDelivery, outcome: Outcome): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.log(delivery, outcome, 'waiting', retryDelayMs(delivery.attempts + 1));
      const [hook] = await this.database.query(
        sql`UPDATE webhooks hook SET ${setColumns(Webhook, {
          lastCalledAt: 'now()',
          lastErroredAt: 'now()',
          lastError: '$2',
          failures: 'failures + 1',
          failingSince: 'coalesce(failing_since, now())',
          resumeAt: 'now() + make_interval(secs => $3::float8 / 1000)',
          active: 'NOT ($5 OR failing_since < now() - make_interval(secs => $4::float8 / 1000) IS TRUE)',
          switchedOffAt:
            'CASE WHEN $5 OR failing_since < now() - make_interval(secs => $4::float8 / 1000) THEN now() END',
        })} WHERE id = $1 AND active RETURNING ${selectSnakeColumns(Webhook, 'hook', 'active')}`,
        [receiver.id, outcome.error, retryDelayMs(receiver.failures + 1), GIVEN_UP_AFTER_MS, outcome.isGone],
      );
      return hook?.active === false;
    });
  }

  /** A delivery that failed for three days is given up. */
  private async log({ id }: WaitingDelivery, outcome: Outcome, state: string, retryMs: number | null): Promise<void> {
    await this.database.query(
      `UPDATE webhook_deliveries SET ${setColumns(WebhookDelivery, {
        attempts: 'attempts + 1',
        attemptedAt: 'now()',
        durationMs: '$2',
        responseStatus: '$3',
        responseBody: '$4',
        error: '$5',
        nextAttemptAt: 'now() + make_interval(secs => coalesce($7::float8, 0) / 1000)',
        state: `CASE WHEN $6 = 'waiting' AND created_at < now() - make_interval(secs => $8::float8 / 1000) THEN 'failed' ELSE $6 END`,
      })} WHERE id = $1`,
      [id, outcome.durationMs, outcome.status, outcome.answer, outcome.error, state, retryMs, GIVEN_UP_AFTER_MS],
    );
  }
}

/** Exponential back-off with jitter, so that receivers do not get all retries at once. */
function retryDelayMs(failures: number): number {
  const delay = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
  return Math.round(delay * (1 + JITTER * (2 * Math.random() - 1)));
}

const EVERY_SECONDS = 3_600;
const RETENTION_DAYS = 30;
const MAX_FINISHED = 1_000;
const MAX_WAITING = 10_000;
/** As long as deliveries are retried. */
const WAITING_DAYS = 3;

/** Periodic task: bounds the log of deliveries, and the messages that wait for a receiver, in number and age. */
@Injectable()
export class DeliveryCleanUp implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.every(EVERY_SECONDS, 'webhooks.clean-up', () => this.run());
  }

  async run(): Promise<void> {
    await this.database.query(
      `UPDATE webhook_deliveries SET ${setColumns(WebhookDelivery, {
        state: `'failed'`,
        error: `coalesce(error, 'The message waited too long, or too many others waited')`,
      })}
       WHERE state = 'waiting' AND (created_at < now() - make_interval(days => $1) OR id IN (
         SELECT id FROM (
           SELECT id, row_number() OVER (PARTITION BY webhook_id ORDER BY id DESC) AS place FROM webhook_deliveries WHERE state = 'waiting'
         ) waiting WHERE place > $2))`,
      [WAITING_DAYS, MAX_WAITING],
    );
    await this.database.query(
      `DELETE FROM webhook_deliveries WHERE state <> 'waiting' AND (created_at < now() - make_interval(days => $1) OR id IN (
         SELECT id FROM (
           SELECT id, row_number() OVER (PARTITION BY webhook_id ORDER BY id DESC) AS place FROM webhook_deliveries WHERE state <> 'waiting'
         ) finished WHERE place > $2))`,
      [RETENTION_DAYS, MAX_FINISHED],
    );
    await this.database.query(
      `UPDATE webhooks SET ${setColumns(Webhook, { formerSealedSecret: 'NULL', formerSecretUntil: 'NULL' })} WHERE former_secret_until < now()`,
    );
  }
}
