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
    .replace(/BEGIN:VTIMEZONE[^]*END:VTIMEZONE\r\n/, '')
    .split('\r\n')
    .filter((line) => /^(?:UID|RRULE|EXDATE|RDATE|RECURRENCE-ID|DTSTART)[:;]/.test(line));
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

  it.each([
    ['America/New_York', '2031-03-01 09:00:00', 'FREQ=WEEKLY'],
    ['Australia/Sydney', '2031-03-01 09:00:00', 'FREQ=WEEKLY'],
    ['Europe/London', '2031-03-01 09:00:00', 'FREQ=WEEKLY;COUNT=800'],
    ['Africa/Cairo', '2031-03-01 09:00:00', 'FREQ=WEEKLY'],
    ['Europe/Rome', '1962-01-01 09:00:00', 'FREQ=MONTHLY'],
    ['UTC+5:30', '2031-03-01 09:00:00', 'FREQ=WEEKLY'],
  ])(
    'keeps the time of its clock in %s, for a reader that knows only the zone of the file',
    async (timezone, start_date, rrule) => {
      const { id } = await app.given.event({ start_date, end_date: start_date, timezone, rrule });
      const { text } = await app.api.get(`/events/${id}.ics`);
      const calendar = new ICAL.Component(ICAL.parse(text));
      const starts = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined).iterator();
      const zone = timezone === 'UTC+5:30' ? '+05:30' : timezone;
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
      const clocks = Array.from({ length: 750 }, () => clock.format(starts.next().toJSDate()));
      expect(new Set(clocks)).toEqual(new Set(['09:00']));
    },
  );

  it('describes the zone of a replaced occurrence, also when the event itself has another one', async () => {
    const { id } = await app.given.event(DAILY);
    await store(id, `rrule = 'FREQ=DAILY;COUNT=5'`);
    const moved = await app.given.event({ ...DAILY, timezone: 'Asia/Tokyo' });
    await store(moved.id, `series_id = ${id}, recurrence_start = '2031-05-02 10:00:00'`);
    const { text } = await app.api.get(`/events/${moved.id}.ics`);
    expect([...text.matchAll(/\r\nTZID:(.*)\r\n/g)].map(([, zone]) => zone)).toEqual(['Asia/Tokyo', 'Europe/Rome']);
  });
});
