import { PeerServiceClient } from '@almanac/auth';
import { NEXT_EVENTS_PATH, type NextEvent } from '@almanac/web';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../../../config';

/** The home page waits no longer for the calendar. */
const DEADLINE_MS = 300;

/** The next events, from the calendar-service. Without an answer the home page shows none. */
@Injectable()
export class NextEvents implements OnApplicationShutdown {
  private readonly logger = new Logger('calendar');
  private readonly calendar: PeerServiceClient | undefined;

  constructor(@Inject(SETTINGS) { calendarUrl, serviceSecret }: Settings) {
    this.calendar =
      calendarUrl === undefined ? undefined : new PeerServiceClient(calendarUrl, serviceSecret, { connections: 16 });
  }

  /** The events that the visitor of this request may see: the calendar gets the same session cookie. */
  async of({ headers }: Pick<Request, 'headers'>): Promise<NextEvent[]> {
    if (!this.calendar) return [];
    try {
      const { statusCode, text } = await this.calendar.ask(NEXT_EVENTS_PATH, {
        headers: headers.cookie === undefined ? {} : { cookie: headers.cookie },
        deadlineMs: DEADLINE_MS,
      });
      if (statusCode === 200) return (JSON.parse(text) as { events: NextEvent[] }).events;
      this.logger.warn(`calendar-service answered ${statusCode} for the next events`);
    } catch (failure) {
      this.logger.warn('calendar-service cannot be asked for the next events', failure);
    }
    return [];
  }

  async onApplicationShutdown(): Promise<void> {
    await this.calendar?.close();
  }
}
