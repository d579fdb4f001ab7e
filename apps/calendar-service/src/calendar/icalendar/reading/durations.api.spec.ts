import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';

let app: CalendarApp;
let files = 0;
beforeAll(async () => void (app = await startCalendar()));
afterAll(() => app.close());

interface Report {
  created: { id: number }[];
  failed: { message: string }[];
}

async function imported(start: string, duration: string): Promise<Report> {
  const event = [`UID:lasting-${(files += 1)}`, 'SUMMARY:Lasting', `DTSTART${start}`, `DURATION:${duration}`];
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', ...event, 'END:VEVENT', 'END:VCALENDAR', ''];
  const { body } = await app.api.saying('text/calendar', app.given.editor()).send('POST', '/import', text.join('\r\n'));
  return Object(body) as Report;
}

/** In Rome, clocks go forward at 02:00 on 30 March 2031, and back at 03:00 on 26 October. */
const SPRING = ';TZID=Europe/Rome:20310329T100000';
const AUTUMN = ';TZID=Europe/Rome:20311025T100000';

describe('the DURATION of an event in a file', () => {
  it.each([
    [SPRING, 'P1D', '2031-03-30 10:00:00', '2031-03-30 08:00:00'],
    [SPRING, 'PT24H', '2031-03-30 11:00:00', '2031-03-30 09:00:00'],
    [SPRING, 'P1DT2H', '2031-03-30 12:00:00', '2031-03-30 10:00:00'],
    [SPRING, 'PT26H', '2031-03-30 13:00:00', '2031-03-30 11:00:00'],
    [SPRING, 'P1W', '2031-04-05 10:00:00', '2031-04-05 08:00:00'],
    [SPRING, 'P7D', '2031-04-05 10:00:00', '2031-04-05 08:00:00'],
    [SPRING, '+P2DT30M15S', '2031-03-31 10:30:15', '2031-03-31 08:30:15'],
    [SPRING, 'PT168H', '2031-04-05 11:00:00', '2031-04-05 09:00:00'],
    [AUTUMN, 'P1D', '2031-10-26 10:00:00', '2031-10-26 09:00:00'],
    [AUTUMN, 'PT24H', '2031-10-26 09:00:00', '2031-10-26 08:00:00'],
    [AUTUMN, 'P1DT2H', '2031-10-26 12:00:00', '2031-10-26 11:00:00'],
    [AUTUMN, 'P1W', '2031-11-01 10:00:00', '2031-11-01 09:00:00'],
    // The day ends in the skipped hour, and the hours count from the time after it.
    [';TZID=Europe/Rome:20310329T023000', 'P1D', '2031-03-30 03:30:00', '2031-03-30 01:30:00'],
    [';TZID=Europe/Rome:20310329T023000', 'P1DT1H', '2031-03-30 04:30:00', '2031-03-30 02:30:00'],
    [':20310329T100000Z', 'P1D', '2031-03-30 10:00:00', '2031-03-30 10:00:00'],
    [SPRING, 'PT0S', '2031-03-29 10:00:00', '2031-03-29 09:00:00'],
    [SPRING, 'P0D', '2031-03-29 10:00:00', '2031-03-29 09:00:00'],
    [';VALUE=DATE:20310329', 'P1D', '2031-03-29 23:59:59', '2031-03-29 22:59:59'],
    [';VALUE=DATE:20310329', 'P3D', '2031-03-31 23:59:59', '2031-03-31 21:59:59'],
    [';VALUE=DATE:20310329', 'P1W', '2031-04-04 23:59:59', '2031-04-04 21:59:59'],
  ])('from DTSTART%s, %s lasts until %s on the clock', async (start, duration, end_date, utc_end_date) => {
    const { created, failed } = await imported(start, duration);
    expect(failed).toEqual([]);
    expect((await app.api.get(`/events/${created[0]?.id}`)).body).toMatchObject({ end_date, utc_end_date });
  });

  it.each(
    [SPRING, ':20310329T100000Z', ';VALUE=DATE:20310329'].flatMap((start) =>
      ['-P1D', '-P1W', '-PT1H', '-P1DT2H', 'P9999999D'].map((duration) => [start, duration] as const),
    ),
  )('from DTSTART%s, %s is refused', async (start, duration) => {
    const { created, failed } = await imported(start, duration);
    expect(created).toEqual([]);
    expect(failed).toMatchObject([{ message: expect.stringMatching(/DURATION makes no sense|lasts too long/) }]);
  });
});
