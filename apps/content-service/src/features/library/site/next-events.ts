import { ServiceAgent } from '@almanac/auth';
import { NEXT_EVENTS_PATH, type NextEvent } from '@almanac/web';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Request } from 'express';
import { request } from 'undici';
import { SETTINGS, type Settings } from '../../../config';

/** The home page waits no longer for the calendar. */
const DEADLINE_MS = 300;

/** The next events, from the calendar-service. Without an answer the home page shows none. */
@Injectable()
export class NextEvents implements OnApplicationShutdown {
  private readonly logger = new Logger('calendar');
  private readonly agent = new ServiceAgent(16);

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** The events that the visitor of this request may see: the calendar gets the same session cookie. */
  async of({ headers }: Pick<Request, 'headers'>): Promise<NextEvent[]> {
    const { calendarUrl } = this.settings;
    if (calendarUrl === undefined) return [];
    try {
      const { statusCode, body } = await request(calendarUrl + NEXT_EVENTS_PATH, {
        headers: headers.cookie === undefined ? {} : { cookie: headers.cookie },
        dispatcher: this.agent.dispatcher,
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      if (statusCode === 200) return ((await body.json()) as { events: NextEvent[] }).events;
      await body.dump();
      this.logger.warn(`calendar-service answered ${statusCode} for the next events`);
    } catch (failure) {
      this.logger.warn('calendar-service cannot be asked for the next events', failure);
    }
    return [];
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.close();
  }
}
