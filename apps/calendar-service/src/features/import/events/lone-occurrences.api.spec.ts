import { selectComputed, sql } from '@almanac/database';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import type { ImportReport } from '../import-report';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

const textOf = (events: readonly (readonly string[])[], method = 'PUBLISH') =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

async function imported(text: string, by = editor): Promise<ImportReport> {
  const { status, body } = await app.api.saying('text/calendar', by).send('POST', '/import', text);
  expect({ status, body }).toMatchObject({ status: 200, body: { failed: [] } });
  return Object(body) as ImportReport;
}

const everything = () =>
  app.database.query(
    `SELECT (SELECT json_agg(event ORDER BY id) FROM events event)::text AS events,
      (SELECT json_agg(change ORDER BY kind, record_id) FROM changes change)::text AS changes`,
  );

/** When events whose titles begin with this text take place. */
async function datesOf(title: string): Promise<string[]> {
  const text = `to_char(occurrence.starts_local, 'MMDD HH24MI') || ' ' || event.title`;
  const rows = await app.database.query(
    sql`SELECT ${selectComputed<{ text: string }>({ text })}
      FROM events event JOIN occurrences occurrence ON occurrence.event_id = event.id
      WHERE event.title LIKE $1 || '%' AND event.status <> 'trash' ORDER BY lower(occurrence.during), event.title`,
    [title],
  );
  return rows.map(({ text }) => text);
}

const SPELLINGS = {
  'in UTC': {
    series: ['DTSTART:20330301T100000Z'],
    one: (day: string) => [`RECURRENCE-ID:${day}T100000Z`, `DTSTART:${day}T120000Z`],
    hours: ['1000', '1200'],
  },
  'on a local clock': {
    series: ['DTSTART;TZID=America/New_York:20330301T100000'],
    one: (day: string) => [
      `RECURRENCE-ID;TZID=America/New_York:${day}T100000`,
      `DTSTART;TZID=America/New_York:${day}T120000`,
    ],
    hours: ['1000', '1200'],
  },
  floating: {
    series: ['DTSTART:20330301T100000'],
    one: (day: string) => [`RECURRENCE-ID:${day}T100000`, `DTSTART:${day}T120000`],
    hours: ['1000', '1200'],
  },
  'of whole days': {
    series: ['DTSTART;VALUE=DATE:20330301'],
    one: (day: string) => [`RECURRENCE-ID;VALUE=DATE:${day}`, `DTSTART;VALUE=DATE:${day}`],
    hours: ['0000', '0000'],
  },
} as const;

describe.each(Object.entries(SPELLINGS))('an occurrence without its series (%s)', (name, { series, one, hours }) => {
  const [atTen, atTwelve] = hours;
  let uid = '';
  let at = 0;
  const title = (text: string) => `${uid} ${text}`;
  const second = (...more: string[]) => [`UID:${uid}`, `SUMMARY:${title('Second')}`, ...one('20330302'), ...more];
  const third = (...more: string[]) => [`UID:${uid}`, `SUMMARY:${title('Third')}`, ...one('20330303'), ...more];
  const whole = (...more: string[]) => [
    `UID:${uid}`,
    `SUMMARY:${title('Series')}`,
    ...series,
    'RRULE:FREQ=DAILY;COUNT=4',
    ...more,
  ];
  beforeEach(() => {
    uid = `lone-${name}-${(at += 1)}`;
  });

  it('is an event of its own, and a second import changes nothing', async () => {
    const file = (stamp: string) => textOf([second(stamp), third(stamp, 'RRULE:FREQ=DAILY;COUNT=4')]);
    const { created } = await imported(file('DTSTAMP:20330101T000000Z'));
    expect(created).toEqual(
      ['02', '03'].map((day) => ({
        uid,
        recurrence_id: `2033-03-${day} ${atTen.slice(0, 2)}:00:00`,
        id: expect.any(Number) as number,
      })),
    );
    const dates = [`0302 ${atTwelve} ${title('Second')}`, `0303 ${atTwelve} ${title('Third')}`];
    expect(await datesOf(uid)).toEqual(dates);
    const before = await everything();
    const { text: exported } = await app.api.get(`/events.ics?include=${created.map(({ id }) => id).join(',')}`);
    for (const text of [file('DTSTAMP:20330101T000000Z'), file('DTSTAMP:20990101T000000Z'), exported])
      expect((await imported(text)).totals).toMatchObject({ created: 0, updated: 0, skipped: 2 });
    expect(await everything()).toEqual(before);
    const changed = await imported(textOf([second('DTSTAMP:20990102T000000Z', 'LOCATION:Hall')]));
    expect(changed.updated).toMatchObject([{ uid, id: created[0]?.id }]);
    expect(await datesOf(uid)).toEqual(dates);
  });

  it('becomes a changed occurrence of its series when that is imported later', async () => {
    const { created } = await imported(textOf([second(), third()]));
    const later = [whole(), second('DTSTAMP:20990101T000000Z', 'LOCATION:Hall')];
    const { totals, updated } = await imported(textOf(later));
    expect(totals).toEqual({ created: 1, updated: 1, skipped: 0, failed: 0 });
    expect(updated).toMatchObject([{ uid, id: created[0]?.id }]);
    expect(await datesOf(uid)).toEqual([
      `0301 ${atTen} ${title('Series')}`,
      `0302 ${atTwelve} ${title('Second')}`,
      `0303 ${atTwelve} ${title('Third')}`,
      `0304 ${atTen} ${title('Series')}`,
    ]);
    const before = await everything();
    for (const text of [textOf([whole(), second()]), textOf([second(), third()]), textOf([whole()])])
      expect((await imported(text)).totals).toMatchObject({ created: 0, updated: 0, failed: 0 });
    expect(await everything()).toEqual(before);
    const { text } = await app.api.get(`/events.ics?include=${created[0]?.id}`);
    expect(text).toMatch(new RegExp(`UID:${uid}\r\nRECURRENCE-ID`));
  });

  it('is cancelled by a file with METHOD:CANCEL', async () => {
    const { created } = await imported(textOf([second(), third()]));
    const named = one('20330302').filter((line) => line.startsWith('RECURRENCE-ID'));
    const cancel = [`UID:${uid}`, 'SEQUENCE:9', ...named];
    const { updated } = await imported(textOf([cancel], 'CANCEL'));
    expect(updated).toMatchObject([{ uid, id: created[0]?.id }]);
    const state = async (id: number | undefined) =>
      Reflect.get(Object((await app.api.get(`/events/${id}`)).body), 'event_status') as unknown;
    expect([await state(created[0]?.id), await state(created[1]?.id)]).toEqual(['canceled', undefined]);
    expect((await imported(textOf([cancel], 'CANCEL'))).totals).toMatchObject({ skipped: 1 });
  });
});

describe('the series of an occurrence that was imported before', () => {
  const ONE = ['RECURRENCE-ID:20330302T100000Z', 'SUMMARY:Own', 'DTSTART:20330302T120000Z'];
  const SERIES = ['SUMMARY:Own series', 'DTSTART:20330301T100000Z', 'RRULE:FREQ=DAILY;COUNT=2'];

  it('leaves it alone when the caller may not change it', async () => {
    const { created } = await imported(textOf([['UID:others', ...ONE]]));
    await imported(textOf([['UID:others', ...SERIES]]), app.given.author());
    expect((await app.api.get(`/events/${created[0]?.id}`)).body).not.toHaveProperty('series_id');
  });

  it('gets an additional date for it when it has none, and leaves it alone when an EXDATE says so', async () => {
    const other = (uid: string) => [`UID:${uid}`, ...ONE.map((line) => line.replaceAll('20330302', '20330309'))];
    const [added, excluded] = [
      await imported(textOf([other('added')])),
      await imported(textOf([other('excluded')])),
    ].map(({ created }) => created[0]?.id);
    await imported(
      textOf([
        ['UID:added', ...SERIES],
        ['UID:excluded', ...SERIES, 'EXDATE:20330309T100000Z'],
      ]),
    );
    expect((await app.api.get(`/events/${added}`)).body).toMatchObject({ recurrence_start: '2033-03-09 10:00:00' });
    expect((await app.api.get(`/events/${excluded}`)).body).not.toHaveProperty('series_id');
  });

  it('that fails in the same file leaves its occurrences events of their own', async () => {
    const text = textOf([
      ['UID:broken', ...SERIES.map((line) => line.replace('DAILY', 'NEVER'))],
      ['UID:broken', ...ONE],
    ]);
    const { body } = await app.api.saying('text/calendar', editor).send('POST', '/import', text);
    expect(body).toMatchObject({ totals: { created: 1, failed: 1 }, created: [{ uid: 'broken' }] });
  });
});
