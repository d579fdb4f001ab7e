import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nonEmpty } from '@almanac/testing';
import ICAL from 'ical.js';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import dates from './dates.json';

/** When the events of a file take place: times in UTC, or whole days. `unlike` says why another program reads other dates. */
interface Recorded {
  starts: string[];
  /** Number of events that are refused with a reason. */
  refused?: number;
  unlike?: { python?: string; 'ical.js'?: string };
}

const FOLDER = path.join(__dirname, 'files');
const NAMES = nonEmpty(readdirSync(FOLDER).sort());
const RECORDED: Readonly<Record<string, Recorded>> = dates;
const bytesOf = (name: string): Buffer => readFileSync(path.join(FOLDER, name));

let app: CalendarApp;
beforeAll(async () => void (app = await startCalendar()));
afterAll(() => app.close());

interface Report {
  created: { id: number; recurrence_id?: string }[];
  updated: object[];
  failed: object[];
}

async function imported(name: string): Promise<Report> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytesOf(name))]), name);
  const { body, status, text } = await app.api.as(app.given.editor()).post('/import', form);
  expect({ status, text }).toMatchObject({ status: 200 });
  return Object(body) as Report;
}

interface Occurrence {
  id: number;
  all_day: boolean;
  start_date: string;
  utc_start_date: string;
}

/** The starts of all occurrences of these events, each once: a series lists the events that replace its occurrences. */
async function startsOf(ids: readonly number[]): Promise<string[]> {
  const found = new Map<string, string>();
  for (const id of ids) {
    const { body } = await app.api.as(app.given.editor()).get(`/events/${id}/occurrences?per_page=50`);
    for (const { id: shown, all_day, start_date, utc_start_date } of (Object(body) as { occurrences: Occurrence[] })
      .occurrences) {
      const digits = (all_day ? start_date.slice(0, 10) : utc_start_date).replace(/[-:]/g, '').replace(' ', 'T');
      found.set(`${shown} ${digits}`, all_day ? digits : `${digits}Z`);
    }
  }
  return [...found.values()].sort();
}

/** The starts of all occurrences as ical.js reads them. */
function startsWithIcalJs(name: string): string[] {
  const written = (time: ICAL.Time) =>
    time.isDate
      ? time.toICALString()
      : time
          .toJSDate()
          .toISOString()
          .replace(/[-:]|\.000/g, '');
  const parsed: unknown[] = ICAL.parse(bytesOf(name).toString());
  const calendars = (Array.isArray(parsed[0]) ? parsed : [parsed]).map((one) => new ICAL.Component(one as unknown[]));
  return calendars
    .flatMap((calendar) => {
      const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
      return events
        .filter((event) => !event.isRecurrenceException())
        .flatMap((event) => {
          for (const other of events)
            if (other.isRecurrenceException() && other.uid === event.uid) event.relateException(other);
          if (!event.isRecurring()) return [written(event.startDate)];
          const iterator = event.iterator();
          // Its types do not say that it ends.
          const following = (): ICAL.Time | undefined => iterator.next();
          const starts: string[] = [];
          for (let next = following(); next; next = following())
            starts.push(written(event.getOccurrenceDetails(next).startDate));
          return starts;
        });
    })
    .sort();
}

describe('a calendar file of the collection', () => {
  it.each(NAMES)('%s is imported with its dates, and a second time without a change', async (name) => {
    const { created, failed } = await imported(name);
    expect(failed).toHaveLength(RECORDED[name]?.refused ?? 0);
    expect(await startsOf(created.map(({ id }) => id))).toEqual(RECORDED[name]?.starts);
    expect(await imported(name)).toMatchObject({ created: [], updated: [], failed });
  });

  it.each(nonEmpty(NAMES.filter((name) => RECORDED[name]?.unlike?.['ical.js'] === undefined)))(
    '%s has the dates that ical.js reads',
    (name) => {
      expect(startsWithIcalJs(name)).toEqual(RECORDED[name]?.starts);
    },
  );
});
