import { REPORTED_EVENTS_PATH, type ReportedEvent, SERVICE_SECRET_HEADER, ServiceAgent } from '@almanac/auth';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { request } from 'undici';
import { SETTINGS, type Settings } from '../../config';

const TIMEOUT_MS = 10_000;

/** content-service, which delivers webhooks for both services (docs/decisions/0042). */
@Injectable()
export class ContentWebhooks implements OnApplicationShutdown {
  private readonly agent = new ServiceAgent(1);

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** @throws when the events were not accepted */
  async report(events: readonly ReportedEvent[]): Promise<void> {
    const { contentUrl, serviceSecret } = this.settings;
    const { statusCode, body } = await request(contentUrl + REPORTED_EVENTS_PATH, {
      method: 'POST',
      headers: { [SERVICE_SECRET_HEADER]: serviceSecret.current, 'content-type': 'application/json' },
      body: JSON.stringify({ events: JSON.stringify(events) }),
      dispatcher: this.agent.dispatcher,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    await body.dump();
    if (statusCode !== 204) throw new Error(`content-service answered ${statusCode} to a report of events`);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.close();
  }
}
