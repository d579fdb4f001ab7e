import type { CalendarApp } from './calendar-app';
import type { Person } from './content-stand-in';

/** An event as lists show it; tests name the members that they read. */
export type OccurrenceAnswer = Record<string, unknown> & {
  id: number;
  occurrence_id: number;
  start_date: string;
  title: string;
};

/** Reads series as callers do. */
export class SeriesView {
  constructor(
    private readonly app: CalendarApp,
    private readonly who: Person,
  ) {}

  /** All list entries of these series and of events that came from them, by start. */
  async listed(...ids: number[]): Promise<OccurrenceAnswer[]> {
    const { body } = await this.app.api
      .as(this.who)
      .get(`/events?start_date=2030-01-01&end_date=2060-01-01&per_page=50&orderby=start_date&include=${ids.join()}`);
    return (body as { events: OccurrenceAnswer[] }).events;
  }

  async occurrences(id: number, query = ''): Promise<OccurrenceAnswer[]> {
    const { status, body } = await this.app.api.as(this.who).get(`/events/${id}/occurrences?per_page=50${query}`);
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return (body as { occurrences: OccurrenceAnswer[] }).occurrences;
  }

  /** Id of the nth occurrence, counted from 1. */
  async occurrenceId(id: number, nth: number): Promise<number> {
    const shown = (await this.occurrences(id))[nth - 1];
    if (!shown) throw new Error(`event ${id} takes place fewer than ${nth} times`);
    return shown.occurrence_id;
  }

  /** Starts of the occurrences, such as `05-01 10:00`. */
  async times(id: number): Promise<string[]> {
    return (await this.occurrences(id)).map(({ start_date }) => start_date.slice(5, 16));
  }
}
