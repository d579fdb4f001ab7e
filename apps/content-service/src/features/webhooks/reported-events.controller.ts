import { REPORTED_EVENTS_PATH } from '@almanac/auth';
import { columnNames, Database } from '@almanac/database';
import { Input } from '@almanac/http';
import { Jobs } from '@almanac/jobs';
import { Required, Text } from '@almanac/validation';
import { HttpCode, Post } from '@nestjs/common';
import { WEBHOOK_JOB } from '../../content/activity/activity-log';
import { ForServices } from '../internal/for-services';
import { WebhookEvent } from './events/webhook.entity';

class ReportedEventsDto {
  /** A list of `ReportedEvent` as JSON text. */
  @Required()
  @Text()
  events!: string;
}

const ADD = `
  INSERT INTO webhook_events (${columnNames(WebhookEvent, 'type', 'report')}) SELECT report ->> 'event', report FROM json_array_elements($1::json) AS report
  WHERE EXISTS (SELECT FROM webhooks WHERE active AND events && ARRAY['all', report ->> 'event']) RETURNING 1`;

/** Takes the events of other services. The gateway does not route it. */
@ForServices()
export class ReportedEventsController {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  @Post(REPORTED_EVENTS_PATH)
  @HttpCode(204)
  async report(@Input() { events }: ReportedEventsDto): Promise<void> {
    const added = await this.database.query(ADD, [events]);
    if (added.length > 0) await this.jobs.send(WEBHOOK_JOB);
  }
}
