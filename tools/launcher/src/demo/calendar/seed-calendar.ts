import type { DemoApi } from '../api/demo-api';
import type { DemoAuthors } from '../people/demo-authors';
import type { DemoPasswords } from '../people/demo-passwords';
import type { DemoCalendar } from './calendar';
import type { DemoEvent, DemoTicket } from './demo-event';

const ROOT = '/calendar/events/v1';

interface Outside {
  /** Address of a picture that the calendar may fetch. */
  readonly pictureUrl: (name: string) => string;
  readonly passwords: DemoPasswords;
}

/** Creates the missing records of the calendar. Records that already have the right name stay unchanged. */
export async function seedCalendar(
  admin: DemoApi,
  authors: DemoAuthors,
  calendar: DemoCalendar,
  outside: Outside,
): Promise<void> {
  const [venues, organizers, categories] = await Promise.all([
    createMissing(admin, 'venues', 'venue', calendar.venues),
    createMissing(admin, 'organizers', 'organizer', calendar.organizers),
    createMissing(admin, 'categories', 'name', calendar.categories, '&hide_empty=false'),
  ]);
  const each = calendar.events.map(async (event) => {
    const slug = slugOf(event);
    if ((await admin.find(`${ROOT}/events/by-slug/${slug}`)) !== undefined) return;
    const { by, picture, isProtected, tickets = [], ...fields } = event;
    const api = authors.of(by);
    const id = await api.create(`${ROOT}/events`, {
      ...fields,
      slug,
      status: event.status ?? 'publish',
      ...(event.venue !== undefined && { venue: venues.get(event.venue) }),
      organizer: organizers.get(event.organizer),
      categories: event.categories.map((name) => categories.get(name)),
      ...(picture !== undefined && { image: outside.pictureUrl(picture) }),
      ...(isProtected && { password: outside.passwords.of(event.title) }),
    });
    for (const ticket of tickets) await addTicket(api, id, ticket);
  });
  await Promise.all(each);
}

const slugOf = ({ title }: DemoEvent): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

async function addTicket(api: DemoApi, event: number, { attendees = [], ...ticket }: DemoTicket): Promise<void> {
  const id = await api.create(`${ROOT}/events/${event}/tickets`, ticket);
  for (const name of attendees) {
    const email = `${name.toLowerCase().replace(' ', '.')}@mail.example`;
    await api.post(`${ROOT}/events/${event}/attendees`, { ticket: id, name, email });
  }
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
