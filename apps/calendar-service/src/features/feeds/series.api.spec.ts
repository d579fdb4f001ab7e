import ICAL from 'ical.js';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

const DAILY = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00', timezone: 'Europe/Rome' };

/** Writes columns of an event directly to the database. */
const store = (id: number, columns: string) => app.database.query(`UPDATE events SET ${columns} WHERE id = $1`, [id]);

async function linesOf(path: string): Promise<string[]> {
  const { status, text } = await app.api.get(path);
  expect({ status, text }).toMatchObject({ status: 200 });
  ICAL.parse(text);
  return text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter(
      (line) =>
        /^(?:UID|RRULE|EXDATE|RDATE|RECURRENCE-ID|DTSTART)[:;]/.test(line) &&
        !line.includes('T010000') &&
        !line.includes('T020000') &&
        !line.includes('T030000'),
    );
}

describe('a series in a calendar file', () => {
  it('is one entry with its RRULE, EXDATE and RDATE lines', async () => {
    const { id } = await app.given.event(DAILY);
    await store(
      id,
      `rrule = 'FREQ=DAILY;COUNT=5', exdates = '{2031-05-02 10:00:00}', rdates = '{2031-06-01 10:00:00}'`,
    );
    expect(await linesOf(`/events/${id}.ics`)).toEqual([
      expect.stringMatching(/^UID:/),
      'DTSTART;TZID=Europe/Rome:20310501T100000',
      'RRULE:FREQ=DAILY;COUNT=5',
      'EXDATE;TZID=Europe/Rome:20310502T100000',
      'RDATE;TZID=Europe/Rome:20310601T100000',
    ]);
  });

  it('includes changed occurrences under its UID, and excludes those that the reader may not read', async () => {
    const { id } = await app.given.event(DAILY);
    await store(id, `rrule = 'FREQ=DAILY;COUNT=5'`);
    const moved = await app.given.event({
      ...DAILY,
      start_date: '2031-05-02 12:00:00',
      end_date: '2031-05-02 13:00:00',
    });
    await store(moved.id, `series_id = ${id}, recurrence_start = '2031-05-02 10:00:00'`);
    const kept = await app.given.event({ ...DAILY, status: 'private' });
    await store(kept.id, `series_id = ${id}, recurrence_start = '2031-05-03 10:00:00'`);
    const [uid, ...lines] = await linesOf(`/events.ics?include=${id}`);
    expect(lines).toEqual([
      'DTSTART;TZID=Europe/Rome:20310501T100000',
      'RRULE:FREQ=DAILY;COUNT=5',
      'EXDATE;TZID=Europe/Rome:20310503T100000',
      uid,
      'RECURRENCE-ID;TZID=Europe/Rome:20310502T100000',
      'DTSTART;TZID=Europe/Rome:20310502T120000',
    ]);
  });

  it('lists exdates as days for all-day events, and in UTC for events in UTC', async () => {
    const whole = await app.given.event({ ...DAILY, all_day: true });
    await store(whole.id, `rrule = 'FREQ=DAILY;COUNT=5', exdates = '{2031-05-02 00:00:00}'`);
    expect(await linesOf(`/events/${whole.id}.ics`)).toContain('EXDATE;VALUE=DATE:20310502');
    const utc = await app.given.event({ ...DAILY, timezone: 'UTC' });
    await store(utc.id, `rrule = 'FREQ=DAILY;COUNT=5', exdates = '{2031-05-02 10:00:00}'`);
    expect(await linesOf(`/events/${utc.id}.ics`)).toContain('EXDATE:20310502T100000Z');
  });
});
