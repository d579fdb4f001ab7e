import { selectColumns, sql } from '@almanac/database';
import fc from 'fast-check';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import { readWithIcalJs, readWithNodeIcal } from '../../../testing/parsed-calendar';
import { StoredEvent } from '../../../records/record/record.entity';

/** Two calendars: one exports files, the other imports them. */
let source: CalendarApp;
let target: CalendarApp;
let editors: [Person, Person];
beforeAll(async () => {
  source = await startCalendar();
  target = await startCalendar();
  editors = [source.given.editor(), target.given.editor()];
});
afterAll(async () => {
  await source.close();
  await target.close();
});

const ALL = '/events.ics?start_date=1900-01-01';
const exported = async (app: CalendarApp, by: Person, query = '') => (await app.api.as(by).get(ALL + query)).text;

async function imported(app: CalendarApp, by: Person, text: string): Promise<{ totals: Record<string, number> }> {
  const form = new FormData();
  form.append('file', new Blob([text]), 'events.ics');
  const { status, body, text: answer } = await app.api.as(by).post('/import', form);
  expect({ status, answer }).toMatchObject({ status: 200 });
  return Object(body) as { totals: Record<string, number> };
}

/** The lines of a file, without those that differ between calendars: URL and times of creation and change. */
const compared = (text: string): string[] =>
  text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => !/^(?:DTSTAMP|CREATED|LAST-MODIFIED|URL)[:;]/.test(line));

const text = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength });
const clock = fc.date({
  min: new Date('1995-01-01T00:00:00Z'),
  max: new Date('2095-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const event = fc.record({
  title: text(150).map((title) => `E ${title}`),
  description: fc.array(text(80), { maxLength: 4 }).map((parts) => parts.join('\n\n')),
  timezone: fc.constantFrom(
    'Europe/Rome',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Asia/Kathmandu',
    'America/St_Johns',
    'UTC',
    'UTC+5:30',
    'UTC-12',
    'UTC+14',
  ),
  start: clock,
  minutes: fc.constantFrom(0, 1, 59, 60, 1_440, 100_000),
  all_day: fc.boolean(),
  status: fc.constantFrom('publish', 'private', 'draft'),
  event_status: fc.constantFrom('scheduled', 'canceled', 'postponed'),
  categories: fc.uniqueArray(fc.constantFrom('Music', 'Été; chaud', '2031', 'a "quoted" one'), { maxLength: 3 }),
  venue: fc.constantFrom(null, { venue: 'Hall' }, { venue: 'Theatre; great', geo_lat: 41.9, geo_lng: -12.5 }),
  organizer: fc.constantFrom(null, { organizer: 'Ann "A": B, C', email: 'ann@example.test' }),
});

const iso = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

describe('an exported calendar file', () => {
  it('survives import and export unchanged, and is skipped when imported again', async () => {
    const [editor, other] = editors;
    await fc.assert(
      fc.asyncProperty(event, async ({ start, minutes, categories, ...fields }) => {
        const ids = await Promise.all(categories.map(async (name) => String(await categoryNamed(name))));
        const made = await source.given.event(
          {
            ...fields,
            start_date: iso(start),
            end_date: iso(new Date(start.getTime() + minutes * 60_000)),
            categories: ids,
          },
          editor,
        );
        const query = `&include=${made.id}`;
        const file = await exported(source, editor, query);
        for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        const expected = ['utc_start_date', 'utc_end_date'].map((name) =>
          new Date(`${String(made[name]).replace(' ', 'T')}Z`).toISOString(),
        );
        const [byIcalJs, byNodeIcal] = [readWithIcalJs(file), readWithNodeIcal(file)].map(([entry]) => [
          entry?.start,
          entry?.end,
        ]);
        if (!fields.all_day) expect(byIcalJs).toEqual(expected);
        // The time zones of node-ical have no daylight saving time from 2036 on.
        if (expected.every((moment) => moment > '2015' && moment < '2035')) expect(byNodeIcal).toEqual(byIcalJs);

        expect((await imported(target, other, file)).totals).toMatchObject({ created: 1 });
        const uid = /\r\nUID:(.*)\r\n/.exec(file)?.[1];
        const [copy] = await target.database.query(
          sql`SELECT ${selectColumns(StoredEvent, 'events', 'id')} FROM events WHERE uid = $1`,
          [uid],
        );
        const again = await exported(target, other, `&include=${copy?.id}`);
        expect(compared(again)).toEqual(compared(file));
        expect((await imported(target, other, file)).totals).toEqual({ created: 0, updated: 0, skipped: 1, failed: 0 });
        expect((await imported(source, editor, file)).totals).toMatchObject({ skipped: 1 });
      }),
      { numRuns: 20 },
    );
  });
});

const made = new Map<string, number>();

async function categoryNamed(name: string): Promise<number> {
  const id = made.get(name) ?? (await source.given.category({ name })).id;
  made.set(name, id);
  return id;
}
