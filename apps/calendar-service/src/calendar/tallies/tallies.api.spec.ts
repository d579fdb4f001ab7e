import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import { SUMS } from '../../testing/sums';
import { TallyCompaction } from './tally-compaction';

let app: CalendarApp;
let keeper: TallyCompaction;
let editor: Person;
let author: Person;
beforeAll(async () => {
  app = await startCalendar();
  keeper = new TallyCompaction(app.database, app.jobs);
  editor = app.given.editor();
  author = app.given.author();
});
afterAll(() => app.close());

async function expectRightSums(): Promise<void> {
  const counted = await app.database.query<object>(SUMS.counted);
  expect(await app.database.query(SUMS.kept)).toEqual(counted);
  expect(counted).not.toEqual([]);
}

/** Random numbers below `most`, the same in each run. */
function dice(): (most: number) => number {
  let state = 7;
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % most;
  };
}

const roll = dice();
const one = <Item>(items: readonly [Item, ...Item[]]): Item => items[roll(items.length)] ?? items[0];
const two = (number: number) => String(number).padStart(2, '0');

/** Zones whose date differs from that in UTC for most of the day, and others. */
const ZONES = ['Europe/Rome', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'] as const;
const STATUSES = ['publish', 'publish', 'draft', 'pending', 'private'] as const;

function times() {
  const [day, hour, lasts] = [1 + roll(9), roll(24), roll(4)];
  return {
    start_date: `2031-05-${two(day)} ${two(hour)}:00:00`,
    end_date: `2031-05-${two(day + lasts)} ${two(lasts === 0 ? hour : roll(24))}:30:00`,
    timezone: one(ZONES),
  };
}

const made: number[] = [];

async function change(): Promise<void> {
  const id = made[roll(made.length)];
  const who = one([editor, editor, author]);
  const as = app.api.as(who);
  const words = { categories: `Choir, Dance ${roll(3)}`, tags: `new ${roll(3)}` };
  const fields = one<object>([
    times(),
    { status: one(STATUSES) },
    { hide_from_listings: roll(2) === 0 },
    words,
    { title: `Title ${roll(9)}` },
  ]);
  const repeats = roll(4) === 0 ? { rrule: 'FREQ=DAILY;COUNT=3' } : {};
  const event = {
    title: 'Event',
    ...times(),
    ...repeats,
    status: one(STATUSES),
    hide_from_listings: roll(9) === 0,
    ...words,
  };
  const step = id === undefined ? 0 : roll(10);
  if (step < 3) {
    const { status, body } = await app.api.as(editor).post('/events', { ...event, author: who.id });
    expect(status).toBe(201);
    made.push((body as { id: number }).id);
  } else {
    const { status } = await (step < 7
      ? as.patch(`/events/${id}`, fields)
      : step < 8
        ? as.delete(`/events/${id}${roll(3) === 0 ? '?force=true' : ''}`)
        : as.post(`/events/${id}/restore`));
    expect(status).toBeLessThan(500);
  }
}

interface Seen {
  id: number;
  author: number;
  status: string;
  start: string;
  end: string;
  utcStart: string;
  utcEnd: string;
}

/** The expected content of a list: reads all events and checks them one by one. */
async function listed(caller: Person | undefined, matches: (event: Seen) => boolean): Promise<number[]> {
  const clock = (column: string) => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`;
  const events = await app.database.query<Seen>(
    `SELECT event.id, event.author_id AS author, event.status, ${clock('occurrence.starts_local')} AS start, ${clock('occurrence.ends_local')} AS end,
      ${clock(`lower(during) AT TIME ZONE 'UTC'`)} AS "utcStart", ${clock(`upper(during) AT TIME ZONE 'UTC'`)} AS "utcEnd"
      FROM occurrences occurrence JOIN events event ON event.id = event_id WHERE NOT hide_from_listings AND status <> 'trash'
      ORDER BY occurrence.starts_local, event.id`,
  );
  const visible = ({ status, author: writer }: Seen) =>
    status === 'publish' || caller === editor || caller?.id === writer;
  return events.filter((event) => visible(event) && matches(event)).map(({ id }) => id);
}

const WINDOWS: readonly [query: string, matches: (event: Seen) => boolean][] = [
  ['starts_after=2030-01-01', () => true],
  ['start_date=2031-05-03&end_date=2031-05-07', ({ start, end }) => start >= '2031-05-03' && end < '2031-05-08'],
  ['starts_after=2031-05-04', ({ start }) => start >= '2031-05-05'],
  ['starts_before=2031-05-04', ({ start }) => start < '2031-05-05'],
  ['ends_after=2031-05-04', ({ end }) => end >= '2031-05-05'],
  [
    'overlaps_from=2031-05-04&overlaps_to=2031-05-05',
    ({ start, end }) => (end > '2031-05-04 00:00:00' || start === '2031-05-04 00:00:00') && start < '2031-05-06',
  ],
  ['ends_after=2031-05-04 12:00&strict_dates=true&tz=UTC', ({ utcEnd }) => utcEnd > '2031-05-04 12:00:00'],
  [
    'start_date=2031-05-03 05:00&end_date=2031-05-06 18:00&strict_dates=true&tz=UTC',
    ({ utcStart, utcEnd }) => utcStart >= '2031-05-03 05:00:00' && utcEnd <= '2031-05-06 18:00:00',
  ],
];

async function expectRightLists(): Promise<void> {
  for (const caller of [undefined, author, editor]) {
    for (const [query, matches] of WINDOWS) {
      const expected = await listed(caller, matches);
      const found: number[] = [];
      for (let page = 1; page === 1 || found.length < expected.length; page += 1) {
        const { status, body } = await app.api
          .as(caller ?? {})
          .get(`/events?${query.replaceAll(' ', '%20')}&per_page=20&page=${page}`);
        expect({ query, status }).toEqual({ query, status: 200 });
        const { events, total } = body as { events: { id: number }[]; total: number };
        expect({ query, total }).toEqual({ query, total: expected.length });
        found.push(...events.map(({ id }) => id));
      }
      expect({ query, found }).toEqual({ query, found: expected });
    }
  }
}

describe.each([
  'featured=true',
  'featured=false',
  'ticketed=false',
  'ticketed=true',
  'geoloc=false',
  'geoloc=true',
  'search=featured',
  'categories=choir',
  'modified_after=-1%20hour',
  'filter[title]=featured',
  'post_parent=',
])('a list filtered by dates and %s', (narrowing) => {
  it('returns the total of the filtered events', async () => {
    const parent = await app.given.event();
    await app.given.event({ title: 'Featured', featured: true, categories: 'Choir' });
    await app.given.event({ venue: { venue: 'Somewhere', geo_lat: 41.9, geo_lng: 12.5 } });
    const query = narrowing.endsWith('parent=') ? `${narrowing}${parent.id}` : narrowing;
    const { status, body } = await app.api.get(`/events?starts_after=2030-01-01&per_page=50&${query}`);
    const { events, total, total_pages: pages } = body as { events: object[]; total: number; total_pages: number };
    expect({ status, pages: pages <= 1, total }).toEqual({ status: 200, pages: true, total: events.length });
  });
});

describe('the stored sums', () => {
  it('equal counted sums after random changes', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let step = 0; step < 25; step += 1) await change();
      await expectRightSums();
      await expectRightLists();
      if (round % 2 === 0) await keeper.fold();
    }
  });

  it('stay correct under concurrent writes and compaction', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, n) => (n % 10 === 0 ? keeper.fold() : change())));
    await expectRightSums();
    await Promise.all([keeper.fold(), keeper.fold()]);
    await expectRightSums();
    await expectRightLists();
  });

  it('are one row per key after compaction, without zero rows', async () => {
    await app.api.as(editor).delete(`/events/${(await app.given.event()).id}?force=true`);
    await keeper.fold();
    expect(
      await app.database.query(
        `SELECT 1 FROM occurrence_tallies GROUP BY shown_as, starts_on, ends_on HAVING count(*) > 1 OR sum(amount) = 0`,
      ),
    ).toEqual([]);
    expect(
      await app.database.query(`SELECT 1 FROM term_tallies GROUP BY term_id HAVING count(*) > 1 OR sum(amount) = 0`),
    ).toEqual([]);
  });

  it('follow a status change during the insertion of an occurrence', async () => {
    const { id } = await app.given.event();
    let published: Promise<unknown> = Promise.resolve();
    await app.database.transaction(async () => {
      await app.database.query(
        `INSERT INTO occurrences (event_id, starts_local, ends_local, during) VALUES ($1, '2031-07-01 10:00', '2031-07-01 11:00', 'empty')`,
        [id],
      );
      // Runs outside of the transaction, so it waits until the date is stored.
      published = app.database.source.query(`UPDATE events SET status = 'draft' WHERE id = $1`, [id]);
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE events SET status = ''draft''%'`;
      while ((await app.database.source.query<object[]>(waiting)).length === 0);
    });
    await published;
    await expectRightSums();
    await app.api.as(editor).delete(`/events/${id}?force=true`);
  });

  it('exclude the events of a deleted term', async () => {
    const category = await app.given.category();
    await app.given.event({ categories: String(category.id) });
    await app.api.as(editor).delete(`/categories/${category.id}`);
    await expectRightSums();
  });
});
