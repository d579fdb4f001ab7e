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
  created: { id: number }[];
  failed: { message: string }[];
}

const TIMED = 'DTSTART;TZID=Europe/Rome:20440301T093000';
const DAYS = 'DTSTART;VALUE=DATE:20440301';
let uid = 0;

/** A series in a file; a later version has another DTSTAMP. */
const file = (name: number, lines: readonly string[], version = '20330101') =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    `UID:rules-${name}`,
    `DTSTAMP:${version}T000000Z`,
    'SUMMARY:Lesson',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

async function imported(text: string): Promise<Report> {
  const form = new FormData();
  form.append('file', new Blob([text]), 'events.ics');
  const { status, body, text: answer } = await app.api.as(editor).post('/import', form);
  expect({ status, answer }).toMatchObject({ status: 200 });
  return Object(body) as Report;
}

const read = async (id: number | undefined) =>
  (await app.api.as(editor).get(`/events/${id}`)).body as { modified: string; recurrence: { rrule: string } };

async function startsOf(id: number | undefined): Promise<string[]> {
  const { body } = await app.api.get(`/events/${id}/occurrences?per_page=50`);
  return (body as { occurrences: { start_date: string }[] }).occurrences.map(({ start_date }) =>
    start_date.slice(5, 16),
  );
}

async function startsOfFile(...lines: string[]): Promise<string[]> {
  const { created, failed } = await imported(file(++uid, lines));
  expect(failed).toEqual([]);
  return startsOf(created[0]?.id);
}

describe('an unchanged rule of a newer file', () => {
  it.each([
    [TIMED, 'RRULE:FREQ=DAILY;UNTIL=20440305T093000'],
    [TIMED, 'RRULE:FREQ=DAILY;UNTIL=20440305'],
    [DAYS, 'RRULE:FREQ=DAILY;UNTIL=20440304T230000Z'],
    [DAYS, 'RRULE:FREQ=DAILY;UNTIL=20440305T000000Z'],
    [TIMED, 'RRULE:FREQ=MONTHLY;BYDAY=+1TU;COUNT=03'],
    [TIMED, 'RRULE:FREQ=WEEKLY;BYDAY=TH,TU;WKST=MO;INTERVAL=1;COUNT=4'],
    [TIMED, 'RRULE:FREQ=DAILY;X-KIND=1;COUNT=3'],
    [TIMED, 'RRULE:FREQ=DAILY;BYHOUR=15,9;COUNT=4'],
    [TIMED, 'RRULE:FREQ=DAILY;COUNT=3', 'RDATE;TZID=Europe/Rome:20440201T093000,20440501T093000,20440201T093000'],
    [TIMED, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;TZID=Europe/Rome:20440303T093000', 'EXDATE:20440302T083000Z'],
  ])('is no change: %s %s %s', async (...lines) => {
    const name = ++uid;
    const { created, failed } = await imported(file(name, lines));
    expect(failed).toEqual([]);
    const before = await read(created[0]?.id);
    expect(await imported(file(name, lines, '20990101'))).toMatchObject({
      totals: { skipped: 1, updated: 0, failed: 0 },
    });
    expect((await read(created[0]?.id)).modified).toBe(before.modified);
  });

  it('is no change of an event in another zone', async () => {
    const name = ++uid;
    const lines = ['DTSTART:20440301T083000Z', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20440302T083000Z'];
    const { created } = await imported(file(name, lines));
    const id = created[0]?.id;
    const { status } = await app.api.as(editor).patch(`/events/${id}`, {
      start_date: '2044-03-01T08:30:00Z',
      end_date: '2044-03-01T08:30:00Z',
      timezone: 'Asia/Tokyo',
    });
    expect(status).toBe(200);
    expect(await imported(file(name, lines, '20990101'))).toMatchObject({
      totals: { skipped: 1, updated: 0, failed: 0 },
    });
    expect(await startsOf(id)).toEqual(['03-01 17:30', '03-03 17:30']);
  });
});

describe('a changed rule of a newer file', () => {
  it.each([
    ['FREQ=DAILY;COUNT=3', 'FREQ=DAILY;COUNT=4'],
    ['FREQ=DAILY;UNTIL=20440305T093000', 'FREQ=DAILY;UNTIL=20440306T093000'],
    ['FREQ=DAILY;BYHOUR=9;COUNT=3', 'FREQ=DAILY;BYHOUR=9,15;COUNT=3'],
  ])('%s becomes %s', async (former, next) => {
    const name = ++uid;
    const { created } = await imported(file(name, [TIMED, `RRULE:${former}`]));
    const before = await read(created[0]?.id);
    expect(await imported(file(name, [TIMED, `RRULE:${next}`], '20990101'))).toMatchObject({ totals: { updated: 1 } });
    expect((await read(created[0]?.id)).recurrence.rrule).not.toBe(before.recurrence.rrule);
  });
});

describe('a rule as programs write it', () => {
  const FOUR = ['03-01 09:30', '03-02 09:30', '03-07 09:30', '03-08 09:30'];
  it.each([
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE;BYDAY=MO,TU,WE;COUNT=1', FOUR.slice(0, 1)],
    ['FREQ=WEEKLY;BYDAY=MO, TU, WE;COUNT=3', FOUR.slice(0, 3)],
    ['freq=weekly ; byday = tu,we,mo ; count=4;', FOUR],
    ['COUNT=4;BYDAY=MO,TU,WE,;FREQ=WEEKLY;;', FOUR],
    ['RSCALE=GREGORIAN;FREQ=WEEKLY;BYDAY=MO,TU,WE;COUNT=4;SKIP=OMIT', FOUR],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE;COUNT=4;X-EVOLUTION-ENDDATE=20440308T083000Z', FOUR],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE;COUNT=4;BYHOUR=9;BYMINUTE=30;BYSECOND=0', FOUR],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE;COUNT=4\r\nRRULE:FREQ=WEEKLY;COUNT=4;BYDAY=MO, TU,WE;', FOUR],
  ])('has its starts: %s', async (rule, expected) => {
    expect(await startsOfFile(TIMED, `RRULE:${rule}`)).toEqual(expected);
  });

  it.each([
    [TIMED, 'FREQ=DAILY;BYHOUR=9,15;UNTIL=20440302T083000Z', ['03-01 09:30', '03-01 15:30', '03-02 09:30']],
    [TIMED, 'FREQ=YEARLY;BYWEEKNO=9,10;COUNT=2', ['03-01 09:30', '03-08 09:30']],
    [DAYS, 'FREQ=DAILY;BYHOUR=9,15;COUNT=2', ['03-01 00:00', '03-02 00:00']],
    [DAYS, 'FREQ=DAILY;UNTIL=20440302T220000Z', ['03-01 00:00', '03-02 00:00', '03-03 00:00']],
    [DAYS, 'FREQ=DAILY;UNTIL=20440303T105900Z', ['03-01 00:00', '03-02 00:00', '03-03 00:00']],
  ])('%s has the starts of %s', async (start, rule, expected) => {
    expect(await startsOfFile(start, `RRULE:${rule}`)).toEqual(expected);
  });

  it.each([
    ['FREQ=YEARLY;RSCALE=CHINESE;COUNT=3', 'RSCALE'],
    ['FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=FORWARD;COUNT=3', 'SKIP'],
    ['FREQ=WEEKLY;BYWEEKNO=20;COUNT=3', 'BYWEEKNO'],
  ])('is refused by name: %s', async (rule, part) => {
    expect(await imported(file(++uid, [TIMED, `RRULE:${rule}`]))).toMatchObject({
      totals: { created: 0, failed: 1 },
      failed: [{ message: expect.stringContaining(part) }],
    });
  });
});

describe('an RDATE before DTSTART', () => {
  const lines = [DAYS, 'RRULE:FREQ=YEARLY;COUNT=2', 'RDATE;VALUE=DATE:20430105'];

  it('is an occurrence before the first one of the rule', async () => {
    expect(await startsOfFile(...lines)).toEqual(['01-05 00:00', '03-01 00:00', '03-01 00:00']);
  });

  it('is listed, and exported as it came', async () => {
    const { created } = await imported(file(++uid, lines));
    const id = created[0]?.id;
    const { body } = await app.api.get(`/events?start_date=2043-01-01&end_date=2043-02-01&per_page=50`);
    const { events } = body as { events: { id: number; start_date: string }[] };
    expect(events.filter((one) => one.id === id).map(({ start_date }) => start_date)).toEqual(['2043-01-05 00:00:00']);
    const { text } = await app.api.get(`/events/${id}.ics`);
    expect(text).toMatch(/DTSTART;VALUE=DATE:20440301\r\n/);
    expect(text).toMatch(/RDATE;VALUE=DATE:20430105\r\n/);
  });

  it('allows a change of all from the start of the rule on', async () => {
    const { created } = await imported(file(++uid, lines));
    const id = created[0]?.id;
    const { status, body } = await app.api
      .as(editor)
      .patch(`/events/${id}?occurrence_date=2044-03-01&scope=following`, { title: 'Other lesson' });
    expect([status, body]).toMatchObject([200, { title: 'Other lesson' }]);
    expect(await startsOf(id)).toEqual(['01-05 00:00']);
    expect(await startsOf((body as { id: number }).id)).toEqual(['03-01 00:00', '03-01 00:00']);
  });
});
