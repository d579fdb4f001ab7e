import { type CalendarApp, startCalendar } from '../../../../testing/calendar-app';
import type { Person } from '../../../../testing/content-stand-in';
import { SeriesView } from '../../../../testing/given-series';

/** Every day at 10:00 in Rome, over the change of the clock on 30 March 2031. New York is five hours behind until then, and six after it. */
let app: CalendarApp;
let editor: Person;
let view: SeriesView;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
  view = new SeriesView(app, editor);
});
afterAll(() => app.close());

const RULE = 'RRULE:FREQ=DAILY;COUNT=5';
const ALL = ['03-28 10:00', '03-29 10:00', '03-30 10:00', '03-31 10:00', '04-01 10:00'];
const without = (...days: string[]): string[] => ALL.filter((time) => !days.includes(time.slice(0, 5)));

const LINES: [lines: string[], times: string[]][] = [
  [[RULE, 'EXDATE;TZID=America/New_York:20310329T050000'], without('03-29')],
  [[RULE, 'EXDATE;TZID=America/New_York:20310331T040000'], without('03-31')],
  [[RULE, 'EXDATE;TZID=America/New_York:20310329T050000,20310331T040000'], without('03-29', '03-31')],
  [[RULE, 'EXDATE;TZID=America/New_York:20310331T050000'], ALL],
  [[RULE, 'EXDATE;TZID=America/New_York:20310331T100000'], ALL],
  [[RULE, 'EXDATE;TZID=Pacific/Auckland:20310328T220000'], without('03-28')],
  [[RULE, 'EXDATE:20310329T090000Z', 'EXDATE:20310331T080000Z'], without('03-29', '03-31')],
  [[RULE, 'EXDATE:20310331T090000Z'], ALL],
  [
    [RULE, 'RDATE;TZID=America/New_York:20310328T170000'],
    ['03-28 10:00', '03-28 22:00', ...ALL.slice(1)],
  ],
  [
    [RULE, 'RDATE;TZID=America/New_York:20310401T200000'],
    [...ALL, '04-02 02:00'],
  ],
  [
    [RULE, 'RDATE;TZID=Pacific/Auckland:20310402T010000'],
    [...ALL, '04-01 14:00'],
  ],
  [
    [RULE, 'RDATE:20310401T220000Z'],
    [...ALL, '04-02 00:00'],
  ],
  [['RRULE:FREQ=DAILY;UNTIL=20310329T090000Z'], ALL.slice(0, 2)],
  [['RRULE:FREQ=DAILY;UNTIL=20310329T085959Z'], ALL.slice(0, 1)],
  [['RRULE:FREQ=DAILY;UNTIL=20310331T080000Z'], ALL.slice(0, 4)],
  [['RRULE:FREQ=DAILY;UNTIL=20310331T075959Z'], ALL.slice(0, 3)],
];

describe('lines with dates in another zone than the event', () => {
  it.each(LINES)('%j repeat an event of the API at the same moments', async (lines, times) => {
    const { id } = await app.given.event({
      start_date: '2031-03-28 10:00',
      end_date: '2031-03-28 11:00',
      timezone: 'Europe/Rome',
      rrule: lines.join('\n'),
    });
    expect(await view.times(id)).toEqual(times);
  });

  it.each(LINES)('%j repeat an event of a file at the same moments', async (lines, times) => {
    const { created } = await imported('PUBLISH', daily(...lines));
    expect(await view.times(created[0]?.id ?? 0)).toEqual(times);
  });
});

let uids = 0;
const daily = (...more: string[]): string[] => [
  `UID:zoned-${(uids += 1)}`,
  'SUMMARY:Daily',
  'DTSTART;TZID=Europe/Rome:20310328T100000',
  'DTEND;TZID=Europe/Rome:20310328T110000',
  ...more,
];

async function imported(method: string, ...events: string[][]): Promise<{ created: { id: number }[] }> {
  const components = events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']);
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', `METHOD:${method}`, ...components, 'END:VCALENDAR', ''].join('\r\n');
  const { status, body } = await app.api.saying('text/calendar', editor).send('POST', '/import', text);
  expect({ status, body }).toMatchObject({ status: 200, body: { failed: [] } });
  return Object(body) as { created: { id: number }[] };
}

describe('a RECURRENCE-ID in another zone than the event', () => {
  const NAMED: [line: string, day: string][] = [
    [';TZID=America/New_York:20310329T050000', '03-29'],
    [';TZID=America/New_York:20310331T040000', '03-31'],
    [';TZID=Pacific/Auckland:20310328T220000', '03-28'],
    [':20310329T090000Z', '03-29'],
    [':20310331T080000Z', '03-31'],
  ];

  it.each(NAMED)('(%s) replaces the occurrence of %s', async (line, day) => {
    const series = daily(RULE);
    const one = [series[0] ?? '', `RECURRENCE-ID${line}`, 'SUMMARY:One', 'DTSTART:20310410T100000Z', 'DURATION:PT1H'];
    const { created } = await imported('PUBLISH', series, one);
    expect(await view.times(created[0]?.id ?? 0)).toEqual([...without(day), '04-10 12:00']);
  });

  it.each(NAMED)('(%s) cancels the occurrence of %s', async (line, day) => {
    const series = daily(RULE);
    const { created } = await imported('PUBLISH', series);
    await imported('CANCEL', [series[0] ?? '', `RECURRENCE-ID${line}`, 'SEQUENCE:9']);
    const shown = await view.occurrences(created[0]?.id ?? 0);
    const canceled = shown.filter((one) => one['event_status'] === 'canceled');
    expect(canceled.map(({ start_date }) => start_date.slice(5, 16))).toEqual([`${day} 10:00`]);
  });
});
