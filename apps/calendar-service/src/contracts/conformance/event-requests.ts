import type { CalendarApp } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { Made } from '../../testing/given';
import { noon } from './given-days';

export interface List {
  status: number;
  /** Ids. */
  events: number[];
  total: number;
  next_rest_url?: string;
  previous_rest_url?: string;
}

/** Creates events that only one filter finds, and requests lists of them. */
export const eventLists = (app: CalendarApp) => {
  async function list(query: string, who: Partial<Person> = {}): Promise<List> {
    const { status, text } = await app.api.as(who).get(`/events?${query}`);
    const body: Omit<List, 'events'> & { events?: Made[] } = JSON.parse(text);
    return { ...body, status, events: (body.events ?? []).map(({ id }) => id) };
  }

  /** Events with these fields, and a filter that finds no others. */
  async function events(...fields: object[]): Promise<{ ids: number[]; only: string }> {
    const tag = await app.given.tag();
    const ids: number[] = [];
    for (const one of fields) ids.push((await app.given.event({ ...noon(7), ...one, tags: [tag.id] })).id);
    return { ids, only: `tags=${tag.id}` };
  }

  const many = (count: number, fields: (n: number) => object = () => ({})) =>
    events(...Array.from({ length: count }, (_, n) => fields(n)));

  return { list, events, many };
};
