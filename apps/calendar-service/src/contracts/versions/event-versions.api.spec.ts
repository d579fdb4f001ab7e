import { selectComputed, sql } from '@almanac/database';
import { nonEmpty, until } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

/** The fields that differ between two versions of an event. */
async function version(id: number): Promise<{ sequence: number; modified: Date }> {
  const [row] = await app.database.query(
    sql`SELECT ${selectComputed<{ sequence: number; modified: Date }>({
      sequence: 'sequence + raised',
      modified: 'changes.modified_at',
    })} FROM events JOIN changes ON kind = 'event' AND record_id = id WHERE id = $1`,
    [id],
  );
  if (!row) throw new Error(`there is no event ${id}`);
  return row;
}

const links = async () => {
  const [venue, organizer, category, tag] = [
    await app.given.venue(),
    await app.given.organizer(),
    await app.given.category(),
    await app.given.tag(),
  ];
  const event = await app.given.event({
    venue: venue.id,
    organizer: [organizer.id],
    categories: [category.id],
    tags: [tag.id],
    rrule: 'FREQ=DAILY;COUNT=5',
  });
  return { event: event.id, venue: venue.id, organizer: organizer.id, category: category.id, tag: tag.id };
};

type Ids = Awaited<ReturnType<typeof links>>;

const send = async (method: string, path: string, body?: object) => {
  const answer = await app.api.as(editor).send(method, path, body);
  expect([answer.status, answer.body]).toEqual([
    expect.any(Number),
    expect.not.objectContaining({ code: expect.anything() }),
  ]);
};

describe('SEQUENCE and modified', () => {
  it.each<[string, (ids: Ids) => Promise<unknown>]>([
    ['another rule', ({ event }) => send('PATCH', `/events/${event}`, { rrule: 'FREQ=DAILY;COUNT=6' })],
    ['an exception', ({ event }) => send('PATCH', `/events/${event}`, { exdates: ['2031-05-02 10:00:00'] })],
    ['an addition', ({ event }) => send('PATCH', `/events/${event}`, { rdates: ['2031-06-02 10:00:00'] })],
    [
      'the end of one occurrence',
      ({ event }) => send('DELETE', `/events/${event}?scope=this&occurrence_date=2031-05-03 10:00:00`),
    ],
    ['the name of a venue', ({ venue }) => send('PATCH', `/venues/${venue}`, { venue: 'Renamed' })],
    ['the address of a venue', ({ venue }) => send('PATCH', `/venues/${venue}`, { address: 'New street 1' })],
    ['the status of a venue', ({ venue }) => send('PATCH', `/venues/${venue}`, { status: 'private' })],
    ['a venue in the trash', ({ venue }) => send('DELETE', `/venues/${venue}`)],
    [
      'the address of an organizer',
      ({ organizer }) => send('PATCH', `/organizers/${organizer}`, { email: 'new@example.test' }),
    ],
    ['an organizer in the trash', ({ organizer }) => send('DELETE', `/organizers/${organizer}`)],
    [
      'the name of a category',
      ({ category }) => send('PATCH', `/categories/${category}`, { name: `Renamed ${category}` }),
    ],
    ['the end of a category', ({ category }) => send('DELETE', `/categories/${category}`)],
    ['the description of a tag', ({ tag }) => send('PATCH', `/tags/${tag}`, { description: 'New' })],
    ['the end of a tag', ({ tag }) => send('DELETE', `/tags/${tag}`)],
    ['another venue', ({ event }) => send('PATCH', `/events/${event}`, { venue: 0 })],
    ['another organizer', ({ event }) => send('PATCH', `/events/${event}`, { organizer: [] })],
    ['other tags', ({ event }) => send('PATCH', `/events/${event}`, { tags: [] })],
  ])('increase with %s', async (_, change) => {
    const ids = await links();
    const former = await version(ids.event);
    const { token } = (await app.api.get('/events/changes')).body as { token: string };
    await change(ids);
    const { sequence, modified } = await version(ids.event);
    expect(sequence).toBeGreaterThan(former.sequence);
    expect(modified.getTime()).toBeGreaterThan(former.modified.getTime());
    // The feed waits for transactions of the whole server that began before, and so for those of tests in other databases.
    await until(async () => {
      const { body } = await app.api.get(`/events/changes?since=${encodeURIComponent(token)}&_fields=events.id`);
      return (body as { events: { id: number }[] }).events.some(({ id }) => id === ids.event);
    });
  });

  it('increase without a write to the event when its venue changes, and lists by `modified` begin with it', async () => {
    const ids = await links();
    await app.given.event();
    const row = () => app.database.query(`SELECT xmin::text FROM events WHERE id = $1`, [ids.event]);
    const former = await row();
    await send('PATCH', `/venues/${ids.venue}`, { city: 'Elsewhere' });
    expect(await row()).toEqual(former);
    const since = new Date(Date.now() - 60_000).toISOString();
    for (const query of ['orderby=modified&order=desc', `modified_after=${since}&orderby=modified&order=desc`]) {
      const { body } = await app.api.get(`/events?start_date=2031-01-01&end_date=2032-01-01&per_page=1&${query}`);
      expect(body).toMatchObject({ events: [{ id: ids.event }] });
    }
  });

  it('stay the same without a visible change of the event', async () => {
    const ids = await links();
    const former = await version(ids.event);
    await send('PATCH', `/venues/${ids.venue}`, {});
    await send('PATCH', `/tags/${ids.tag}`, {});
    await send('PATCH', `/venues/${(await app.given.venue()).id}`, { venue: 'Another' });
    expect(await version(ids.event)).toEqual(former);
  });

  it('count concurrent changes, regardless of the order of links', async () => {
    const [one, two] = [await app.given.venue(), await app.given.venue()];
    const made = [];
    for (let i = 0; i < 6; i++)
      made.push((await app.given.event({ venue: i % 2 ? [one.id, two.id] : [two.id, one.id] })).id);
    await Promise.all(
      [1, 2, 3, 4].flatMap((i) => [one, two].map(({ id }) => send('PATCH', `/venues/${id}`, { city: `City ${i}` }))),
    );
    for (const id of nonEmpty(made)) expect((await version(id)).sequence).toBe(8);
  });
});

describe('the date of a record', () => {
  it.each(['events', 'venues', 'organizers'])('is never later than its last change: %s', async (collection) => {
    const made: unknown[] = [];
    // Times in the second half of a second are rounded up, so create one record in each half.
    for (const half of [0, 1]) {
      await until(() => Math.floor((Date.now() % 1_000) / 500) === half);
      const { body } = await app.api.as(editor).post(`/${collection}`, {
        ...{ title: 'x', venue: 'x', organizer: `x ${half}`, start_date: '2031-05-01', end_date: '2031-05-02' },
        ...(collection === 'events' && { venue: 0, organizer: [] }),
        ...(collection === 'venues' && { venue: `x ${half}` }),
      });
      made.push(body);
    }
    for (const body of nonEmpty(made)) {
      const { date_utc: date, modified_utc: modified } = body as { date_utc: string; modified_utc: string };
      expect([date, modified, date <= modified]).toEqual([date, modified, true]);
    }
  });

  it('can be in the future on request', async () => {
    const event = await app.given.event({ date_utc: '2035-01-01 00:00:00' });
    expect(event).toMatchObject({ date_utc: '2035-01-01 00:00:00', status: 'future' });
  });
});
