import { selectColumns, selectComputed, sql } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { DateTime } from 'luxon';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import type { OccurrenceAnswer } from '../../../testing/given-series';
import { SUMS } from '../../../testing/sums';
import { SeriesExtension } from './series-expansion';
import { StoredEvent } from '../../../records/record/record.entity';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar({ RECURRENCE_HORIZON_MONTHS: '6', LOG_LEVEL: 'silent' });
  editor = app.given.editor();
});
afterAll(() => app.close());

const today = DateTime.utc().startOf('day').plus({ hours: 10 });
const day = (time: DateTime) => time.toFormat('yyyy-MM-dd');
const wall = (time: DateTime) => time.toFormat('yyyy-MM-dd HH:mm:ss');
const endless = (rrule: string, fields: object = {}) =>
  app.given.event({
    rrule,
    timezone: 'UTC',
    start_date: wall(today),
    end_date: wall(today.plus({ hours: 1 })),
    ...fields,
  });

interface Answer {
  status: number;
  headers: Headers;
  body: {
    events: OccurrenceAnswer[];
    occurrences: OccurrenceAnswer[];
    total: number;
    total_pages: number;
    next_rest_url?: string;
    occurrences_until?: string;
  };
}
const get = async (path: string) => (await app.api.as(editor).get(path)) as unknown as Answer;

describe('a window beyond the horizon', () => {
  it('has the occurrences of a series without end, with exact totals and links', async () => {
    const { id } = await endless('FREQ=DAILY', { title: 'Reached' });
    const from = today.plus({ years: 4 });
    const query = `start_date=${day(from)}&end_date=${day(from.plus({ days: 24 }))}&search=reached&per_page=10`;
    const seen: string[] = [];
    let path: string | undefined = `/events?${query}`;
    for (let page = 1; path; page++) {
      const { body } = await get(path);
      expect({ page, total: body.total, pages: body.total_pages }).toEqual({ page, total: 25, pages: 3 });
      expect(body).not.toHaveProperty('occurrences_until');
      seen.push(...body.events.map(({ start_date }) => start_date));
      path = body.next_rest_url?.replace(/^.*\/events\/\?/, '/events?');
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => wall(from.plus({ days: i }))));
    expect((await get(`/events/${id}/occurrences?start_date=${day(from)}&end_date=${day(from)}`)).body.total).toBe(1);
    expect(await app.database.query(SUMS.kept)).toEqual(await app.database.query(SUMS.counted));
  });

  it.each<[string, (from: DateTime) => string]>([
    [
      'GET /events with both ends',
      (from: DateTime) => `/events?start_date=${day(from)}&end_date=${day(from.plus({ days: 40 }))}&search=monthly`,
    ],
    ['GET /events with a list of starts alone', (from: DateTime) => `/events?starts_after=${day(from)}&search=monthly`],
    [
      'GET /events with strict dates',
      (from: DateTime) =>
        `/events?strict_dates=true&start_date=${day(from)}&end_date=${day(from.plus({ days: 40 }))}&search=monthly`,
    ],
    [
      'GET /events with an overlap',
      (from: DateTime) =>
        `/events?overlaps_from=${day(from)}&overlaps_to=${day(from.plus({ days: 40 }))}&search=monthly`,
    ],
  ])('is not empty: %s', async (_, path) => {
    const { id } = await endless('FREQ=MONTHLY;BYMONTHDAY=10', { title: 'Monthly' });
    const { body } = await get(path(today.plus({ years: 5 })));
    expect(body.events.map((event) => event.id)).toContain(id);
  });

  it('is not empty in the occurrences of one event, hidden or not', async () => {
    for (const hide_from_listings of [false, true]) {
      const { id } = await endless('FREQ=WEEKLY', { hide_from_listings });
      const from = today.plus({ years: 3 });
      expect((await get(`/events/${id}/occurrences?start_date=${day(from)}`)).body.total).toBeGreaterThan(20);
      expect(
        (await get(`/events/${id}/occurrences?start_date=${day(from)}&end_date=${day(from.plus({ days: 6 }))}`)).body
          .total,
      ).toBe(1);
    }
  });

  it('is not empty in a feed', async () => {
    const { id } = await endless('FREQ=WEEKLY', { title: 'Fed' });
    const { text } = await app.api.get(`/events.ics?start_date=${day(today.plus({ years: 6 }))}&search=fed`);
    expect(text).toContain(`RRULE:FREQ=WEEKLY`);
    expect(id).toBeGreaterThan(0);
  });

  it('can be reached by an occurrence date, for reading and changing', async () => {
    const { id } = await endless('FREQ=WEEKLY');
    const [read, changed] = [today.plus({ weeks: 150 }), today.plus({ weeks: 300 })].map(wall);
    expect((await get(`/events/${id}?occurrence_date=${read}`)).body).toMatchObject({ start_date: read });
    const { status } = await app.api.as(editor).patch(`/events/${id}?occurrence_date=${changed}`, { title: 'Special' });
    expect(status).toBe(200);
    expect((await get(`/events/${id}?occurrence_date=${wall(today.plus({ weeks: 150, hours: 1 }))}`)).status).toBe(404);
  });

  it('keeps its occurrences and their ids when the series changes', async () => {
    const { id } = await endless('FREQ=WEEKLY');
    const path = `/events/${id}/occurrences?start_date=${day(today.plus({ years: 4 }))}&end_date=${day(today.plus({ years: 4, weeks: 5 }))}`;
    const before = (await get(path)).body.occurrences.map(({ occurrence_id }) => occurrence_id);
    expect(
      (await app.api.as(editor).patch(`/events/${id}`, { exdates: [wall(today.plus({ weeks: 1 }))] })).status,
    ).toBe(200);
    expect((await get(path)).body.occurrences.map(({ occurrence_id }) => occurrence_id)).toEqual(before);
  });

  it('does not extend series that the caller may not read', async () => {
    const { id } = await endless('FREQ=WEEKLY', { status: 'draft', title: 'Secret' });
    const { body } = (await app.api.get(
      `/events?start_date=${day(today.plus({ years: 30 }))}&end_date=2099-01-01&search=secret`,
    )) as unknown as Answer;
    expect(body).not.toHaveProperty('occurrences_until');
    const [row] = await app.database.query(
      sql`SELECT ${selectColumns(StoredEvent, 'events', 'expandedUntil')} FROM events WHERE id = $1`,
      [id],
    );
    expect(row!.expandedUntil!.getTime()).toBeLessThan(today.plus({ months: 8 }).toMillis());
  });
});

describe('a window beyond ten years', () => {
  it('names the end of the complete part', async () => {
    await endless('FREQ=WEEKLY', { title: 'Ever' });
    const from = today.plus({ years: 9 });
    const { body, headers } = await get(
      `/events?start_date=${day(from)}&end_date=${day(from.plus({ years: 30 }))}&search=ever&order=desc`,
    );
    const until = body.occurrences_until ?? '';
    expect(until > wall(today.plus({ years: 10 })) && until < wall(today.plus({ years: 11 }))).toBe(true);
    expect(headers.get('x-occurrences-until')).toBe(`${until.replace(' ', 'T')}+00:00`);
    const last = body.events[0]?.start_date ?? '';
    expect(last > wall(DateTime.fromSQL(until, { zone: 'utc' }).minus({ days: 8 })) && last <= until).toBe(true);
    const beyond = await get(
      `/events?start_date=${day(from.plus({ years: 20 }))}&end_date=${day(from.plus({ years: 30 }))}&search=ever`,
    );
    expect(beyond.body).toMatchObject({ events: [], total: 0, occurrences_until: until });
    const feed = await app.api.as(editor).get(`/events.ics?start_date=${day(from.plus({ years: 20 }))}&search=ever`);
    expect(feed.headers.get('x-occurrences-until')).toBe(headers.get('x-occurrences-until'));
  });

  it('returns 400 with the reason for an occurrence date', async () => {
    const { id } = await endless('FREQ=WEEKLY');
    const { status, body } = await get(`/events/${id}?occurrence_date=${wall(today.plus({ weeks: 1_000 }))}`);
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'rest-occurrence-out-of-reach' } });
  });

  it('counts ten years from the start of a series that begins later', async () => {
    const { id } = await endless('FREQ=YEARLY', { start_date: '2070-05-01 10:00', end_date: '2070-05-01 11:00' });
    expect((await get(`/events/${id}/occurrences?start_date=2079-01-01&end_date=2079-12-31`)).body.total).toBe(1);
  });
});

it('a dense series is expanded up to 10,000 occurrences, and the response names the end', async () => {
  const { id } = await endless('FREQ=HOURLY;INTERVAL=2', { title: 'Dense' });
  const from = today.plus({ years: 8 });
  const query = `search=dense&start_date=${day(from)}&end_date=${day(from.plus({ days: 1 }))}`;
  const { body } = await get(`/events?${query}`);
  const count = async () =>
    (
      await app.database.query(
        sql`SELECT ${selectComputed<{ count: number }>({ count: 'count(*)::int' })} FROM occurrences WHERE event_id = $1`,
        [id],
      )
    )[0]?.count;
  const written = await count();
  expect(written).toBe(10_000);
  expect(body).toMatchObject({ total: 0, occurrences_until: expect.any(String) as string });
  await get(`/events?${query}`);
  expect(await count()).toBe(written);
});

it('a series with a broken rule does not fail lists', async () => {
  const { id } = await endless('FREQ=DAILY', { title: 'Broken' });
  await app.database.query(`UPDATE events SET rrule = 'FREQ=SOMETIMES' WHERE id = $1`, [id]);
  const { status, body } = await get(
    `/events?search=broken&start_date=${day(today.plus({ years: 2 }))}&end_date=${day(today.plus({ years: 3 }))}`,
  );
  expect({ status, until: body.occurrences_until }).toEqual({ status: 200, until: expect.any(String) as string });
});

it('a closed connection or a busy database ends the extension without a failure count', async () => {
  await endless('FREQ=DAILY', { title: 'Left alone' });
  await endless('FREQ=DAILY', { title: 'Left alone' });
  const extend = jest
    .spyOn(SeriesExtension.prototype, 'extend')
    .mockRejectedValue(new Problem(503, 'The caller has left.'));
  const noteFailure = jest.spyOn(SeriesExtension.prototype, 'noteFailure');
  try {
    expect(
      (
        await get(
          `/events?start_date=${day(today.plus({ years: 3 }))}&end_date=${day(today.plus({ years: 4 }))}&search=left`,
        )
      ).status,
    ).toBe(503);
    expect([extend.mock.calls.length, noteFailure.mock.calls.length]).toEqual([1, 0]);
  } finally {
    extend.mockRestore();
    noteFailure.mockRestore();
  }
});
