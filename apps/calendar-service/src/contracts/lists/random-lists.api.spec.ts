import { selectComputed, sql } from '@almanac/database';
import { nonEmpty } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';

/** An occurrence of an event that is not in the trash. */
interface Seen {
  id: number;
  author: number;
  status: string;
  isHidden: boolean;
  isLocked: boolean;
  isUpcoming: boolean;
  title: string;
  texts: string;
  categories: number[];
  venues: number[];
}

const EVENTS = 70;
const ALWAYS = 'start_date=2000-01-01&end_date=2099-12-31';
const HOUR_MS = 3_600_000;

let app: CalendarApp;
let editor: Person;
let author: Person;
let callers: (Person | undefined)[];
let categories: { id: number; below: number[] }[];
let venues: { id: number; isNear: boolean; isPublic: boolean }[];
let seen: Seen[];

/** Random numbers below `most`, the same in each run. */
function dice(): (most: number) => number {
  let state = 11;
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % most;
  };
}

const roll = dice();
const one = <Item>(items: readonly [Item, ...Item[]]): Item => items[roll(items.length)] ?? items[0];
const some = <Item>(items: readonly Item[]): Item[] => items.filter(() => roll(3) === 0);
const text = () => `${one(['Opera', 'ÓPERA', 'Choir', 'dance'])} ${one(['at noon', 'straße', 'tonight'])}`;

beforeAll(async () => {
  app = await startCalendar();
  [editor, author] = [app.given.editor(), app.given.author()];
  callers = [undefined, app.given.subscriber(), author, editor];
  const root = await app.given.category();
  const child = await app.given.category({ parent: root.id });
  const leaf = await app.given.category({ parent: child.id });
  const other = await app.given.category();
  categories = [
    { id: root.id, below: [root.id, child.id, leaf.id] },
    { id: child.id, below: [child.id, leaf.id] },
    { id: leaf.id, below: [leaf.id] },
    { id: other.id, below: [other.id] },
  ];
  const venue = async (fields: { geo_lat?: number; geo_lng?: number; status?: string }) => ({
    id: (await app.given.venue(fields)).id,
    isNear: fields.geo_lat === 41.9,
    isPublic: fields.status === undefined,
  });
  venues = [
    await venue({ geo_lat: 41.9, geo_lng: 12.5 }),
    await venue({ geo_lat: 41.9, geo_lng: 12.51 }),
    await venue({ geo_lat: 41.9, geo_lng: 12.52, status: 'draft' }),
    await venue({ geo_lat: 45.5, geo_lng: 12.5 }),
    await venue({}),
    await venue({}),
  ];
  for (let made = 0; made < EVENTS; made += 1) await givenRandomEvent();
  const columns = selectComputed<Seen>({
    id: 'event.id',
    author: 'event.author_id',
    status: 'event.status',
    isHidden: 'event.hide_from_listings',
    isLocked: 'event.password_hash IS NOT NULL',
    isUpcoming: 'lower(occurrence.during) >= now()',
    title: 'event.title',
    texts: `event.excerpt || ' ' || event.description`,
    categories: 'ARRAY(SELECT term_id FROM event_terms WHERE event_id = event.id)',
    venues: 'ARRAY(SELECT venue_id FROM event_venues WHERE event_id = event.id)',
  });
  seen = await app.database.query(sql`SELECT ${columns}
    FROM occurrences occurrence JOIN events event ON event.id = occurrence.event_id WHERE event.status <> 'trash'`);
});
afterAll(() => app.close());

async function givenRandomEvent(): Promise<void> {
  // Half of the starts are near this moment, because the clock of an event differs from UTC.
  const hours = roll(2) === 0 ? roll(60) - 30 : roll(20_000) - 10_000;
  const start = Date.now() + (hours + 0.5) * HOUR_MS;
  const clock = (moment: number) => new Date(moment).toISOString().slice(0, 19).replace('T', ' ');
  const writer = one([editor, author]);
  const { id } = await app.given.event(
    {
      title: text(),
      excerpt: roll(2) === 0 ? text() : '',
      description: roll(2) === 0 ? text() : '',
      start_date: clock(start),
      end_date: clock(start + roll(40) * HOUR_MS),
      timezone: one(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Rome']),
      status: one(['publish', 'publish', 'publish', 'draft', 'private', 'pending']),
      hide_from_listings: roll(5) === 0,
      categories: some(categories).map((category) => category.id),
      venue: some(venues.slice(0, 5)).map((venue) => venue.id),
      author: writer.id,
      ...(roll(4) === 0 && { password: 'sesame' }),
      ...(roll(5) === 0 && { rrule: 'FREQ=DAILY;COUNT=3' }),
    },
    editor,
  );
  if (roll(10) === 0) await app.api.as(editor).delete(`/events/${id}`);
}

const mayRead = (caller: Person | undefined, { status, author: writer }: Seen): boolean =>
  status === 'publish' || caller === editor || caller?.id === writer;

/** The ids of all pages of a list. Fails when a page has another total. */
async function listed(path: string, caller: Person | undefined): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { status, text: answer } = await app.api.as(caller ?? {}).get(`${path}&per_page=20&page=${page}`);
    expect({ path, status }).toEqual({ path, status: 200 });
    const { total, ...rest }: { total: number } & Record<string, unknown> = JSON.parse(answer);
    const rows = Object.values(rest).find(Array.isArray) ?? [];
    ids.push(...rows.map(({ id }: { id: number }) => id));
    if (ids.length >= total || rows.length === 0) {
      expect({ path, total }).toEqual({ path, total: ids.length });
      return ids.sort((a, b) => a - b);
    }
  }
}

async function expectEvents(filter: string, passes: (event: Seen, caller: Person | undefined) => boolean) {
  for (const caller of nonEmpty(callers)) {
    const expected = seen
      .filter((event) => !event.isHidden && mayRead(caller, event) && passes(event, caller))
      .map(({ id }) => id)
      .sort((a, b) => a - b);
    expect(await listed(`/events?${ALWAYS}&${filter}`, caller)).toEqual(expected);
  }
}

const folded = (value: string): string =>
  value.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();

describe('lists of random events', () => {
  it('by category have the events of all categories below, each once', async () => {
    for (const { id, below } of categories)
      await expectEvents(`categories=${id}`, (event) => below.some((category) => event.categories.includes(category)));
  });

  it('around a point have the events of readable venues, unless a password protects them', async () => {
    await expectEvents(
      'geoloc_lat=41.9&geoloc_lng=12.5&geoloc_radius=20',
      (event, caller) =>
        !event.isLocked &&
        venues.some(
          ({ id, isNear, isPublic }) => isNear && (isPublic || caller === editor) && event.venues.includes(id),
        ),
    );
  });

  it.each(['opera', 'ÓPE', 'strasse', 'noon', 'e', '%'])(
    'by the word %s find all texts that are open, and protected events for members only',
    async (word) => {
      const passes = ({ title, texts, isLocked }: Seen): boolean =>
        folded(isLocked ? title : `${title} ${texts}`).includes(folded(word));
      const isFound = ({ isLocked }: Seen, caller: Person | undefined) => caller !== undefined || !isLocked;
      const query = encodeURIComponent(word);
      await expectEvents(`search=${query}`, (event, caller) => isFound(event, caller) && passes(event));
      await expectEvents(`search=-${query}`, (event, caller) => isFound(event, caller) && !passes(event));
    },
  );

  it('of venues with something to come count hidden events, and those that the caller may read', async () => {
    for (const caller of nonEmpty(callers)) {
      const expected = venues
        .filter(({ isPublic }) => isPublic || caller === editor)
        .map(({ id }) => id)
        .filter((id) => seen.some((event) => event.isUpcoming && mayRead(caller, event) && event.venues.includes(id)));
      expect(await listed('/venues?only_with_upcoming=true', caller)).toEqual(expected);
    }
  });
});
