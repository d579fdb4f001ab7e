import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

interface Report {
  totals: Record<string, number>;
  created: { uid: string; id: number; recurrence_id?: string }[];
  updated: { uid: string; id: number }[];
  skipped: { reason: string }[];
  failed: { message: string }[];
}

const vevent = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const file = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const AT_TEN = ['DTSTART;TZID=Europe/Rome:20310329T100000', 'DTEND;TZID=Europe/Rome:20310329T110000'];

async function imported(text: string): Promise<Report> {
  const form = new FormData();
  form.append('file', new Blob([text]), 'events.ics');
  const { status, body, text: answer } = await app.api.as(editor).post('/import', form);
  expect({ status, answer }).toMatchObject({ status: 200 });
  return Object(body) as Report;
}

async function startsOf(title: string): Promise<[string, string][]> {
  const { body } = await app.api
    .as(editor)
    .get(`/events?search=${title}&start_date=2031-01-01&end_date=2032-01-01&per_page=50`);
  const { events } = Object(body) as { events: { utc_start_date: string; title: string }[] };
  return events.map(({ utc_start_date, title: shown }) => [utc_start_date, shown]);
}

describe('an imported series', () => {
  it('keeps its time zone, exdates, rdates and changed occurrences', async () => {
    const report = await imported(
      file(
        ...vevent(
          'UID:series-1',
          'SUMMARY:Yoga',
          ...AT_TEN,
          'RRULE:FREQ=DAILY;COUNT=4',
          'EXDATE;TZID=Europe/Rome:20310330T100000',
          'RDATE;TZID=Europe/Rome:20310410T100000',
        ),
        ...vevent(
          'UID:series-1',
          'RECURRENCE-ID:20310331T080000Z',
          'SUMMARY:Yoga outside',
          'DTSTART;TZID=Europe/Rome:20310331T180000',
          'DTEND;TZID=Europe/Rome:20310331T190000',
        ),
      ),
    );
    expect(report).toMatchObject({ failed: [], totals: { created: 2 } });
    expect(report.created[1]).toMatchObject({ uid: 'series-1', recurrence_id: '2031-03-31 10:00:00' });
    expect(await startsOf('Yoga')).toEqual([
      ['2031-03-29 09:00:00', 'Yoga'],
      ['2031-03-31 16:00:00', 'Yoga outside'],
      ['2031-04-01 08:00:00', 'Yoga'],
      ['2031-04-10 08:00:00', 'Yoga'],
    ]);
  });

  it('is exported unchanged, and is skipped when imported again', async () => {
    const { created } = await imported(
      file(
        ...vevent(
          'UID:series-2',
          'SUMMARY:Choir',
          ...AT_TEN,
          'RRULE:FREQ=WEEKLY;COUNT=5;BYDAY=SA',
          'EXDATE;TZID=Europe/Rome:20310405T100000',
        ),
        ...vevent(
          'UID:series-2',
          'RECURRENCE-ID;TZID=Europe/Rome:20310412T100000',
          'SUMMARY:Choir late',
          'DTSTART;TZID=Europe/Rome:20310412T120000',
          'DTEND;TZID=Europe/Rome:20310412T130000',
        ),
      ),
    );
    const { text } = await app.api.get(`/events.ics?include=${created[0]?.id}`);
    const lines = text
      .replace(/BEGIN:VTIMEZONE[^]*END:VTIMEZONE\r\n/, '')
      .split('\r\n')
      .filter((line) => /^(?:UID|DTSTART;|DTEND|RRULE|EXDATE|RECURRENCE-ID|SUMMARY)/.test(line));
    expect(lines).toEqual([
      'UID:series-2',
      'DTSTART;TZID=Europe/Rome:20310329T100000',
      'DTEND;TZID=Europe/Rome:20310329T110000',
      'RRULE:FREQ=WEEKLY;COUNT=5;BYDAY=SA',
      'EXDATE;TZID=Europe/Rome:20310405T100000',
      'SUMMARY:Choir',
      'UID:series-2',
      'RECURRENCE-ID;TZID=Europe/Rome:20310412T100000',
      'DTSTART;TZID=Europe/Rome:20310412T120000',
      'DTEND;TZID=Europe/Rome:20310412T130000',
      'SUMMARY:Choir late',
    ]);
    expect(await imported(text)).toMatchObject({ totals: { created: 0, updated: 0, skipped: 2, failed: 0 } });
  });

  it('follows the new rule of a newer file', async () => {
    const series = (rule: string, ...more: string[]) =>
      file(...vevent('UID:series-3', 'SUMMARY:Swimming', ...AT_TEN, `RRULE:${rule}`, ...more));
    await imported(series('FREQ=DAILY;COUNT=3'));
    expect(await imported(series('FREQ=DAILY;COUNT=2', 'SEQUENCE:3'))).toMatchObject({ totals: { updated: 1 } });
    expect(await startsOf('Swimming')).toHaveLength(2);
  });

  it.each([
    ['a rule by the second', 'RRULE:FREQ=SECONDLY;COUNT=5'],
    ['a rule without end in sight', 'RRULE:FREQ=HOURLY;COUNT=1000000'],
    ['no rule at all', 'RRULE:WHENEVER'],
    ['two rules', 'RRULE:FREQ=DAILY;COUNT=2\r\nRRULE:FREQ=WEEKLY;COUNT=2'],
  ])('with %s is rejected, and creates no event', async (_, rule) => {
    const report = await imported(file(...vevent('UID:series-4', 'SUMMARY:Refused', ...AT_TEN, rule)));
    expect(report).toMatchObject({
      totals: { created: 0, failed: 1 },
      failed: [{ message: expect.stringMatching(/rule/) }],
    });
  });
});
