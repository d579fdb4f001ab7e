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

async function imported(text: string, query = ''): Promise<ImportReport> {
  const { status, body } = await app.api.saying('text/calendar', editor).send('POST', `/import${query}`, text);
  expect({ status, body }).toMatchObject({ status: 200 });
  return Object(body) as ImportReport;
}

/** When the events of a UID take place, with their titles. */
async function datesOf(uid: string): Promise<string[]> {
  const status = `CASE event.event_status WHEN 'scheduled' THEN '' ELSE ' ' || event.event_status END`;
  const text = `to_char(lower(occurrence.during) AT TIME ZONE 'UTC', 'MMDD HH24MI') || ' ' || event.title || ${status}`;
  const rows = await app.database.query(
    sql`SELECT ${selectComputed<{ text: string }>({ text })}
      FROM events event JOIN occurrences occurrence ON occurrence.event_id = event.id
      WHERE event.uid = $1 OR event.series_id = (SELECT id FROM events WHERE uid = $1) ORDER BY lower(occurrence.during), event.title`,
    [uid],
  );
  return rows.map(({ text }) => text);
}

const everything = () =>
  app.database.query(
    `SELECT (SELECT json_agg(event ORDER BY id) FROM events event)::text AS events,
      (SELECT json_agg(change ORDER BY kind, record_id) FROM changes change)::text AS changes`,
  );

let uids = 0;
const newUid = () => `stray-${(uids += 1)}`;
const DAILY = ['SUMMARY:Series', 'DTSTART:20330301T100000Z', 'RRULE:FREQ=DAILY;COUNT=3'];
const change = (start: string, title = 'Changed', ...more: string[]) => [
  `RECURRENCE-ID:${start}`,
  `SUMMARY:${title}`,
  `DTSTART:${start.replace('T10', 'T12')}`,
  ...more,
];

/** The VEVENTs of a file, and the dates that its import gives. */
const CASES: Record<string, [events: string[][], dates: string[]]> = {
  'no date of its series': [
    [DAILY, change('20330310T100000Z')],
    ['0301 1000 Series', '0302 1000 Series', '0303 1000 Series', '0310 1200 Changed'],
  ],
  'an EXDATE of its series': [
    [[...DAILY, 'EXDATE:20330302T100000Z'], change('20330302T100000Z')],
    ['0301 1000 Series', '0303 1000 Series'],
  ],
  'an EXDATE that is no date of the rule': [
    [[...DAILY, 'EXDATE:20330310T100000Z'], change('20330310T100000Z')],
    ['0301 1000 Series', '0302 1000 Series', '0303 1000 Series'],
  ],
  'another time of a day of its series': [
    [DAILY, change('20330302T110000Z')],
    ['0301 1000 Series', '0302 1000 Series', '0302 1100 Changed', '0303 1000 Series'],
  ],
  'the start of an event that does not repeat': [
    [['SUMMARY:Once', 'DTSTART:20330301T100000Z'], change('20330301T100000Z')],
    ['0301 1200 Changed'],
  ],
  'another date than that of an event that does not repeat': [
    [['SUMMARY:Once', 'DTSTART:20330301T100000Z'], change('20330305T100000Z')],
    ['0301 1000 Once', '0305 1200 Changed'],
  ],
  'no date of its series, and is cancelled': [
    [DAILY, change('20330310T100000Z', 'Gone', 'STATUS:CANCELLED')],
    ['0301 1000 Series', '0302 1000 Series', '0303 1000 Series'],
  ],
  'no date of its series, beside others': [
    [DAILY, change('20330310T100000Z', 'Stray'), change('20330302T100000Z', 'Second'), change('20330311T100000Z')],
    ['0301 1000 Series', '0302 1200 Second', '0303 1000 Series', '0310 1200 Stray', '0311 1200 Changed'],
  ],
};

describe.each(Object.entries(CASES))('an exception that names %s', (_, [events, dates]) => {
  it('does not lose its series, and changes nothing the second time', async () => {
    const uid = newUid();
    const file = (stamp: string, ...more: string[]) =>
      textOf(events.map((lines) => [`UID:${uid}`, `DTSTAMP:${stamp}`, ...lines, ...more]));
    const dry = await imported(file('20330101T000000Z'), '?dry_run=true');
    const { totals } = await imported(file('20330101T000000Z'));
    expect(totals).toMatchObject({ failed: 0 });
    expect(dry.totals).toEqual(totals);
    expect(await datesOf(uid)).toEqual(dates);

    const before = await everything();
    for (const stamp of ['20330101T000000Z', '20990101T000000Z'])
      expect((await imported(file(stamp))).totals).toMatchObject({ skipped: events.length });
    expect(await everything()).toEqual(before);

    const changed = await imported(file('20990102T000000Z', 'LOCATION:Hall'));
    expect(changed.totals).toMatchObject({ created: 0, updated: totals.created, failed: 0 });
    expect(await datesOf(uid)).toEqual(dates);
  });

  it('is the same after the export of its series', async () => {
    const uid = newUid();
    const { created } = await imported(textOf(events.map((lines) => [`UID:${uid}`, ...lines])));
    const { text } = await app.api.get(`/events/${created[0]?.id}.ics`);
    expect((await imported(text)).totals).toMatchObject({ created: 0, updated: 0, failed: 0 });
    await app.database.query(`DELETE FROM events WHERE uid = $1 OR series_id = $2`, [uid, created[0]?.id]);
    expect((await imported(text)).totals).toMatchObject({ failed: 0 });
    expect(await datesOf(uid)).toEqual(dates);
  });
});

describe('an invalid part of a series', () => {
  it('fails alone, and is named by its line', async () => {
    const uid = newUid();
    const file = textOf([
      [`UID:${uid}`, ...DAILY],
      [`UID:${uid}`, ...change('20330302T100000Z', 'Second')],
      [`UID:${uid}`, 'RECURRENCE-ID;RANGE=THISANDFUTURE:20330302T100000Z', ...change('20330302T100000Z').slice(1)],
      [`UID:${uid}`, ...change('20330303T100000Z', 'Third')],
    ]);
    for (const query of ['?dry_run=true', '']) {
      const { totals, failed } = await imported(file, query);
      expect(totals).toEqual({ created: 3, updated: 0, skipped: 0, failed: 1 });
      expect(failed).toEqual([
        { uid, line: 16, message: expect.stringContaining('RANGE=THISANDFUTURE is not supported') as string },
      ]);
    }
    expect(await datesOf(uid)).toEqual(['0301 1000 Series', '0302 1200 Second', '0303 1200 Third']);
    expect((await imported(file)).totals).toEqual({ created: 0, updated: 0, skipped: 3, failed: 1 });
  });

  it('is skipped when an EXDATE leaves it out', async () => {
    const uid = newUid();
    const events = [[...DAILY, 'EXDATE:20330302T100000Z'], change('20330302T100000Z')];
    expect((await imported(textOf(events.map((lines) => [`UID:${uid}`, ...lines])))).skipped).toEqual([
      { uid, recurrence_id: '2033-03-02 10:00:00', reason: 'An EXDATE of its series leaves it out.' },
    ]);
  });

  it('of a file with METHOD:CANCEL is skipped when it does not take place', async () => {
    const uid = newUid();
    await imported(textOf([[`UID:${uid}`, ...DAILY]]));
    const file = textOf(
      ['20330302', '20330320'].map((day) => [`UID:${uid}`, 'SEQUENCE:9', `RECURRENCE-ID:${day}T100000Z`]),
      'CANCEL',
    );
    const { totals, skipped } = await imported(file);
    expect(totals).toEqual({ created: 0, updated: 1, skipped: 1, failed: 0 });
    expect(skipped).toMatchObject([{ uid, recurrence_id: '2033-03-20 10:00:00', reason: 'It is not here.' }]);
    expect(await datesOf(uid)).toEqual(['0301 1000 Series', '0302 1000 Series canceled', '0303 1000 Series']);
  });
});
