import { PeerServiceClient } from '@almanac/auth';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';

const LIST = '/calendar/events/v1/categories';
const DEADLINE_MS = 2_000;
const MAX_IDS = 100;

/** A record that a form offers. */
export interface OfferedRecord {
  id: number;
  label: string;
}

/** The public categories of the calendar. While calendar-service does not answer, none is found. */
@Injectable()
export class CalendarCategories implements OnApplicationShutdown {
  private readonly logger = new Logger('calendar');
  private readonly calendar: PeerServiceClient | undefined;

  constructor(@Inject(SETTINGS) { calendarUrl, serviceSecret }: Settings) {
    this.calendar =
      calendarUrl === undefined ? undefined : new PeerServiceClient(calendarUrl, serviceSecret, { connections: 4 });
  }

  matching(text: string, count: number): Promise<OfferedRecord[]> {
    return this.list({ search: text, per_page: String(count) });
  }

  async withIds(ids: readonly number[]): Promise<OfferedRecord[]> {
    return ids.length === 0 ? [] : this.list({ include: ids.join(','), per_page: String(MAX_IDS) });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.calendar?.close();
  }

  private async list(query: Record<string, string>): Promise<OfferedRecord[]> {
    if (!this.calendar) return [];
    try {
      const path = `${LIST}?${new URLSearchParams({ ...query, hide_empty: 'false' }).toString()}`;
      const { statusCode, text } = await this.calendar.ask(path, { deadlineMs: DEADLINE_MS });
      if (statusCode === 200) return choicesIn(JSON.parse(text));
      // The last page of an empty list is 404 in this API.
      if (statusCode !== 404) this.logger.warn(`calendar-service answered ${statusCode} for its categories`);
    } catch (failure) {
      this.logger.warn('calendar-service cannot be asked for its categories', failure);
    }
    return [];
  }
}

function choicesIn(answer: unknown): OfferedRecord[] {
  const list: unknown =
    typeof answer === 'object' && answer !== null && 'categories' in answer ? answer.categories : [];
  return (Array.isArray(list) ? list : []).flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'id' in one && 'name' in one && typeof one.id === 'number'
      ? [{ id: one.id, label: String(one.name) }]
      : [],
  );
}
