import { REPORTED_EVENTS_PATH, type ReportedEvent, SERVICE_SECRET_HEADER, ServiceAgent } from '@almanac/auth';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { request } from 'undici';
import { SETTINGS, type Settings } from '../../config';

const TIMEOUT_MS = 10_000;
/** content-service refuses larger bodies of requests without a user. */
const MAX_BODY_BYTES = 64 * 1024;

/** content-service, which delivers webhooks for both services (docs/decisions/0042). */
@Injectable()
export class ContentWebhooks implements OnApplicationShutdown {
  private readonly agent = new ServiceAgent(1);

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** @throws when an event was not accepted */
  async report(events: readonly ReportedEvent[]): Promise<void> {
    for (const body of bodiesOf(events)) await this.send(body);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.close();
  }

  private async send(json: string): Promise<void> {
    const { contentUrl, serviceSecret } = this.settings;
    const { statusCode, body } = await request(contentUrl + REPORTED_EVENTS_PATH, {
      method: 'POST',
      headers: { [SERVICE_SECRET_HEADER]: serviceSecret.current, 'content-type': 'application/json' },
      body: json,
      dispatcher: this.agent.dispatcher,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    await body.dump();
    if (statusCode !== 204) throw new Error(`content-service answered ${statusCode} to a report of events`);
  }
}

/** As few bodies as the limit allows. A record that is too long for one of its own is reported with its id only. */
function bodiesOf(events: readonly ReportedEvent[]): string[] {
  const body = JSON.stringify({ events: JSON.stringify(events) });
  const [event, ...others] = events;
  if (!event || Buffer.byteLength(body) <= MAX_BODY_BYTES) return [body];
  if (others.length === 0) return [JSON.stringify({ events: JSON.stringify([withIdOnly(event)]) })];
  const half = Math.ceil(events.length / 2);
  return [...bodiesOf(events.slice(0, half)), ...bodiesOf(events.slice(half))];
}

const withIdOnly = (event: ReportedEvent): ReportedEvent => ({
  ...event,
  related_item: { id: Reflect.get(event.related_item, 'id') as unknown },
});
