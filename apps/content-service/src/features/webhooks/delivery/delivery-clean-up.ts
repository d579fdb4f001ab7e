import { Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';

const EVERY_SECONDS = 3_600;
const KEPT_DAYS = 30;
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
      `UPDATE webhook_deliveries SET state = 'failed', error = coalesce(error, 'The message waited too long, or too many others waited')
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
      [KEPT_DAYS, MAX_FINISHED],
    );
    await this.database.query(
      `UPDATE webhooks SET former_sealed_secret = NULL, former_secret_until = NULL WHERE former_secret_until < now()`,
    );
  }
}
