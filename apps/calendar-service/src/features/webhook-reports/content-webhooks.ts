import { REPORTED_EVENTS_PATH, type ReportedEvent, PeerServiceClient } from '@almanac/auth';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';

const DEADLINE_MS = 10_000;
/** content-service refuses larger bodies of requests without a user. */
const MAX_BODY_BYTES = 64 * 1024;

/** content-service, which delivers webhooks for both services (docs/decisions/0042). */
@Injectable()
export class ContentWebhooks implements OnApplicationShutdown {
  private readonly content: PeerServiceClient;

  constructor(@Inject(SETTINGS) { contentUrl, serviceSecret }: Settings) {
    this.content = new PeerServiceClient(contentUrl, serviceSecret, { connections: 1 });
  }

  /** @throws when an event was not accepted */
  async report(events: readonly ReportedEvent[]): Promise<void> {
    for (const body of bodiesOf(events)) await this.send(body);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.content.close();
  }

  private async send(json: string): Promise<void> {
    const sent = { method: 'POST', json, deadlineMs: DEADLINE_MS } as const;
    const { statusCode } = await this.content.ask(REPORTED_EVENTS_PATH, sent);
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
