import { metrics } from '@almanac/observability';
import { setTimeout as sleep } from 'node:timers/promises';
import { DateTime } from 'luxon';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import { SeriesView, type OccurrenceAnswer } from '../../../testing/given-series';
import { EventsRepository } from '../rows/events.repository';
import { SeriesRepository } from './series.repository';
import { SeriesExtension } from './series-expansion';
import { SeriesRoller } from './series-roller';
import { SeriesWork } from './series-work';
import { readCalendarSettings } from '../../../config';
import { Database, selectComputed, sql } from '@almanac/database';
import { WorkerPool } from '@almanac/workers';

let app: CalendarApp;
let editor: Person;
let roller: SeriesRoller;
let pool: WorkerPool;
beforeAll(async () => {
  app = await startCalendar({ RECURRENCE_HORIZON_MONTHS: '6', LOG_LEVEL: 'silent' });
  editor = app.given.editor();
  const { database } = app;
  const settings = readCalendarSettings(app.environment);
  const series = new SeriesRepository(database);
  pool = new WorkerPool({ threads: 1, maxQueue: 10, maxMegabytes: 256 });
  const extension = new SeriesExtension(database, new EventsRepository(database), series, new SeriesWork(pool));
  roller = new SeriesRoller(database, series, extension, app.jobs, settings);
});
afterAll(async () => {
  await pool.close();
  await app.close();
});

const today = DateTime.utc().startOf('day').plus({ hours: 10 });
const wall = (time: DateTime) => time.toFormat('yyyy-MM-dd HH:mm:ss');
const weekly = (fields: object = {}) =>
  app.given.event({
    rrule: 'FREQ=WEEKLY',
    timezone: 'UTC',
    start_date: wall(today),
    end_date: wall(today.plus({ hours: 1 })),
    ...fields,
  });
const starts = async (id: number) =>
  (
    await app.database.query(
      sql`SELECT ${selectComputed<{ start: string }>({ start: 'starts_local::text' })} FROM occurrences WHERE event_id = $1 ORDER BY 1`,
      [id],
    )
  ).map(({ start }) => start);
const later = (months: number) => today.plus({ months }).toJSDate();

it('an unbounded series is expanded up to the horizon and one month more', async () => {
  const { id } = await weekly();
  const end = DateTime.utc().plus({ months: 7 });
  const written = await starts(id);
  expect(written).toHaveLength(Math.floor(end.diff(today, 'weeks').weeks) + 1);
  expect(written.at(-1)! <= wall(end)).toBe(true);
});

it('an extension adds each occurrence once, without exdates and replaced ones', async () => {
  const { id } = await weekly();
  const [leftOut, replaced] = [today.plus({ weeks: 40 }), today.plus({ weeks: 2 })].map(wall);
  await app.api.as(editor).patch(`/events/${id}`, { exdates: [leftOut] });
  await app.api.as(editor).patch(`/events/${id}?occurrence_date=${replaced}`, { title: 'Special' });
  const before = await app.database.query(`SELECT id FROM occurrences WHERE event_id = $1 ORDER BY starts_local`, [id]);
  for (let round = 0; round < 2; round++) await roller.roll(later(6));
  const written = await starts(id);
  expect(new Set(written).size).toBe(written.length);
  expect(written.at(-1)! > wall(today.plus({ months: 12 }))).toBe(true);
  expect(written).not.toContain(leftOut);
  expect(written).not.toContain(replaced);
  const after = await app.database.query(`SELECT id FROM occurrences WHERE event_id = $1 ORDER BY starts_local`, [id]);
  expect(after.slice(0, before.length)).toEqual(before);
});

it('an extension skips bounded series and single events', async () => {
  const [counted, single] = [await weekly({ rrule: 'FREQ=WEEKLY;COUNT=60' }), await app.given.event()];
  await roller.roll(later(24));
  expect([(await starts(counted.id)).length, (await starts(single.id)).length]).toEqual([60, 1]);
  expect(
    await app.database.query(`SELECT id FROM events WHERE id = ANY($1) AND expanded_until IS NOT NULL`, [
      [counted.id, single.id],
    ]),
  ).toEqual([]);
});

it('only one process at a time extends series', async () => {
  const { id } = await weekly();
  const other = new Database(app.database.source, () => undefined);
  await other.transaction(async () => {
    await other.query(`SELECT pg_advisory_xact_lock(7240553)`);
    const before = await starts(id);
    await roller.roll(later(18));
    expect(await starts(id)).toEqual(before);
  });
  const before = (await starts(id)).length;
  await Promise.all([roller.roll(later(18)), roller.roll(later(18))]);
  expect((await starts(id)).length).toBeGreaterThan(before);
});

describe('the change feed', () => {
  const read = async (since?: string) => {
    const { body } = await app.api.get(`/events/changes?per_page=200${since === undefined ? '' : `&since=${since}`}`);
    return body as { events: OccurrenceAnswer[]; token: string };
  };

  /** Polls without a limit, because the feed waits for older transactions of the whole server, which other tests share. */
  async function upTo(id: number, since?: string): Promise<{ shown: number[]; token: string }> {
    const shown: number[] = [];
    for (let token = since; ; await sleep(50)) {
      const { events, token: next } = await read(token);
      shown.push(...events.map((event) => event.id));
      token = next;
      if (shown.includes(id)) return { shown, token: next };
    }
  }

  it('reports a change of a series once, and no extensions', async () => {
    const { id } = await weekly();
    const first = await upTo(id);
    await app.api.as(editor).patch(`/events/${id}`, { title: 'New', start_date: wall(today.plus({ hours: 2 })) });
    const changed = await upTo(id, first.token);
    expect(changed.shown.filter((one) => one === id)).toEqual([id]);
    await roller.roll(later(36));
    const after = await weekly();
    expect((await upTo(after.id, changed.token)).shown).toEqual([after.id]);
  });
});

it('a series that cannot be extended is counted and skipped', async () => {
  const [first, broken, last] = [await weekly(), await weekly(), await weekly()];
  const ahead = (days: number) => today.plus({ days }).toISO();
  for (const [index, { id }] of [first, broken, last].entries())
    await app.database.query(`UPDATE events SET expanded_until = $2 WHERE id = $1`, [id, ahead(index)]);
  await app.database.query(`UPDATE events SET rrule = 'FREQ=SOMETIMES' WHERE id = $1`, [broken.id]);
  const before = await counted();
  await roller.roll(later(60));
  expect(await counted()).toBe(before + 1);
  const until = async ({ id }: { id: number }) => (await starts(id)).at(-1) ?? '';
  expect([await until(first), await until(last)].every((end) => end > wall(today.plus({ months: 60 })))).toBe(true);
  await app.api.as(editor).delete(`/events/${broken.id}?force=true`);
});

const counted = async (): Promise<number> =>
  Number(/^almanac_series_extension_failures_total (\d+)/m.exec(await metrics.metrics())?.[1] ?? 0);

it('ten years of a daily event are stored or changed by one request', async () => {
  const view = new SeriesView(app, editor);
  const { id } = await app.given.event({
    rrule: 'FREQ=DAILY;COUNT=3653',
    timezone: 'Europe/Prague',
    start_date: '2031-01-01 10:00',
    end_date: '2031-01-01 11:00',
  });
  expect(await starts(id)).toHaveLength(3_653);
  expect((await starts(id)).at(-1)).toBe('2040-12-31 10:00:00');
  expect(
    (await app.api.as(editor).patch(`/events/${id}`, { title: 'All', start_date: '2031-01-01 12:00' })).status,
  ).toBe(200);
  expect(await starts(id)).toHaveLength(3_653);
  expect((await starts(id)).every((start) => start.endsWith('12:00:00'))).toBe(true);
  const { body } = await app.api
    .as(editor)
    .patch(`/events/${id}?occurrence_date=2036-01-01 12:00&scope=following`, { start_date: '2036-01-01 14:00' });
  expect([(await starts(id)).length, (await starts((body as OccurrenceAnswer).id)).length]).toEqual([1_826, 1_827]);
  expect(await view.occurrences(id, '&start_date=2035-12-30')).toMatchObject([{ title: 'All' }, { title: 'All' }]);
});
