import type { DemoCalendar } from './calendar/calendar';
import type { DemoApi } from './demo-api';

const ROOT = '/calendar/events/v1';

/** Creates the missing records of the calendar. Records that already have the right name stay unchanged. */
export async function seedCalendar(api: DemoApi, calendar: DemoCalendar): Promise<void> {
  const venues = await createMissing(api, 'venues', 'venue', calendar.venues);
  const organizers = await createMissing(api, 'organizers', 'organizer', calendar.organizers);
  const categories = await createMissing(api, 'categories', 'name', calendar.categories, '&hide_empty=false');

  const firstDay = calendar.events.map((event) => event.start_date).sort()[0] ?? '';
  const events = calendar.events.map((event) => ({
    ...event,
    venue: venues.get(event.venue),
    organizer: organizers.get(event.organizer),
    categories: event.categories.map((name) => categories.get(name)),
  }));
  await createMissing(api, 'events', 'title', events, `&start_date=${encodeURIComponent(firstDay)}`);
}

/** Creates missing records of one kind. Returns the ids of all by name. */
async function createMissing<N extends string>(
  api: DemoApi,
  kind: string,
  name: N,
  records: readonly (object & Record<N, string>)[],
  query = '',
): Promise<Map<string, number>> {
  const ids = await api.idsByName(`${ROOT}/${kind}?per_page=50${query}`, kind, name);
  for (const record of records) {
    if (!ids.has(record[name])) ids.set(record[name], await api.create(`${ROOT}/${kind}`, record));
  }
  return ids;
}
