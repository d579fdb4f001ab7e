import { nonEmpty } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

/** Zones as sent and as stored, and 10:00 on 1 July in each of them as UTC. */
const ZONES = [
  ['+05:30', 'UTC+5:30', '04:30'],
  ['-0800', 'UTC-8', '18:00'],
  ['+02', 'UTC+2', '08:00'],
  ['UTC+5:30', 'UTC+5:30', '04:30'],
  ['W. Europe Standard Time', 'Europe/Berlin', '08:00'],
  ['eastern standard time', 'America/New_York', '14:00'],
  ['India Standard Time', 'Asia/Kolkata', '04:30'],
] as const;

const TIMES = { start_date: '2031-07-01 10:00:00', end_date: '2031-07-01 11:00:00' };
const shown = (timezone: string, utc: string) => ({
  timezone,
  start_date: '2031-07-01 10:00:00',
  utc_start_date: expect.stringMatching(new RegExp(`^2031-07-01 ${utc}`)),
});

describe.each(ZONES)('the time zone %s', (text, name, utc) => {
  it('is accepted when an event is created or changed', async () => {
    expect(await app.given.event({ ...TIMES, timezone: text })).toMatchObject(shown(name, utc));
    const { id } = await app.given.event({ ...TIMES });
    expect((await app.api.as(editor).patch(`/events/${id}`, { timezone: text })).body).toMatchObject(shown(name, utc));
  });

  it('sets the zone in which lists read dates', async () => {
    const { title } = await app.given.event({ ...TIMES, timezone: text });
    const range = 'strict_dates=true&starts_after=2031-07-01%2009:59&starts_before=2031-07-01%2010:01';
    const { body } = await app.api.get(`/events?${range}&tz=${encodeURIComponent(text)}&search=%22${String(title)}%22`);
    expect(body).toMatchObject({ total: 1, events: [{ title }] });
  });

  it('is read from calendar files as from JSON', async () => {
    const uid = `${name}-${text}`.replaceAll(/\W/g, '-');
    const times = [`DTSTART;TZID="${text}":20310701T100000`, `DTEND;TZID="${text}":20310701T110000`];
    const event = ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20310101T000000Z', ...times, `SUMMARY:${uid}`, 'END:VEVENT'];
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...event, 'END:VCALENDAR', ''];
    expect((await app.api.saying('text/calendar', editor).post('/import', lines.join('\r\n'))).status).toBe(200);
    const { body } = await app.api.get(`/events?start_date=2031-07-01&end_date=2031-07-01&search=${uid}`);
    expect(body).toMatchObject({ events: [shown(name, utc)] });
  });
});

it.each(['+15:00', '05:30', '+5', 'Mars Standard Time', '(UTC+01:00) Rome'])(
  'the time zone %s is rejected',
  async (timezone) => {
    const { status, body } = await app.api.as(editor).post('/events', { title: 'x', ...TIMES, timezone });
    expect([status, body]).toMatchObject([400, { data: { params: { timezone: 'Invalid parameter.' } } }]);
  },
);

it.each([
  ['zones of one offset', ['Asia/Tokyo', '2031-03-15', 'JST'], ['Asia/Seoul', '2031-03-15', 'KST']],
  ['offsets within a month', ['Europe/Rome', '2031-03-15', 'CET'], ['Europe/Rome', '2031-03-31', 'CEST']],
  [
    'times at which an offset has other names',
    ['America/Indiana/Knox', '2000-01-15', 'EST'],
    ['America/Indiana/Knox', '2031-07-15', 'CDT'],
  ],
])('abbreviations tell apart %s', async (_, ...events) => {
  for (const [timezone, day, timezone_abbr] of nonEmpty([...events, ...events]))
    expect(await app.given.event({ timezone, start_date: `${day} 10:00`, end_date: `${day} 11:00` })).toMatchObject({
      timezone,
      timezone_abbr,
    });
});
