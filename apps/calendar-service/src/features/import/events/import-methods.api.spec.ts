import { selectColumns, sql } from '@almanac/database';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import { SeriesView } from '../../../testing/given-series';
import type { ImportReport } from '../import-report';
import { StoredEvent } from '../../../records/record/record.entity';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar({ LOG_LEVEL: 'silent' });
  editor = app.given.editor();
});
afterAll(() => app.close());

const calendar = (method: string | undefined, ...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...(method === undefined ? [] : [`METHOD:${method}`]),
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const event = (uid: string, ...more: string[]) => [
  `UID:${uid}`,
  `SUMMARY:${uid}`,
  'DTSTART:20310501T080000Z',
  'DTEND:20310501T090000Z',
  ...more,
];

async function send(
  text: string,
  by = editor,
): Promise<{ status: number; body: ImportReport & { data?: { params?: { file?: string } } } }> {
  const { status, body } = await app.api.saying('text/calendar', by).send('POST', '/import', text);
  return { status, body: Object(body) as ImportReport };
}
const idOf = async (uid: string) =>
  (
    await app.database.query(sql`SELECT ${selectColumns(StoredEvent, 'events', 'id')} FROM events WHERE uid = $1`, [
      uid,
    ])
  )[0]?.id;
const stateOf = async (uid: string) =>
  (
    await app.database.query(
      sql`SELECT ${selectColumns(StoredEvent, 'events', 'eventStatus')} FROM events WHERE uid = $1`,
      [uid],
    )
  )[0]?.eventStatus;

describe('POST /import', () => {
  it.each([undefined, 'PUBLISH', 'publish', 'REQUEST'])(
    'imports the events of a file that has METHOD %s',
    async (method) => {
      const { status, body } = await send(calendar(method, event(`taken-${method}`)));
      expect({ status, totals: body.totals }).toMatchObject({ status: 200, totals: { created: 1 } });
    },
  );

  it.each(['REPLY', 'COUNTER', 'DECLINECOUNTER', 'REFRESH', 'ADD', 'SOMETHING'])(
    'returns 400 with the reason for METHOD:%s at any position in the file',
    async (method) => {
      const uid = `refused-${method}`;
      const text = calendar(method, event(uid));
      const late = text
        .replace(`METHOD:${method}\r\n`, '')
        .replace('END:VCALENDAR', `METHOD:${method}\r\nEND:VCALENDAR`);
      const second = calendar('PUBLISH', event(`${uid}-first`)) + text;
      for (const file of [text, late, second]) {
        const { status, body } = await send(file);
        expect({ status, file: body.data?.params?.file }).toEqual({
          status: 400,
          file: expect.stringContaining(`METHOD:${method}`) as string,
        });
      }
      expect([await idOf(uid), await idOf(`${uid}-first`)]).toEqual([undefined, undefined]);
    },
  );
});

describe('METHOD:CANCEL', () => {
  it('cancels the event with the same UID, and needs no dates', async () => {
    await send(calendar('PUBLISH', event('gone', 'SEQUENCE:1')));
    const { body } = await send(calendar('CANCEL', ['UID:gone', 'DTSTAMP:20310101T000000Z', 'SEQUENCE:2']));
    expect(body.totals).toEqual({ created: 0, updated: 1, skipped: 0, failed: 0 });
    expect(await stateOf('gone')).toBe('canceled');
    expect((await app.api.get(`/events/${await idOf('gone')}.ics`)).text).toMatch(
      /\r\nSEQUENCE:[2-9]\r\nSTATUS:CANCELLED\r\n/,
    );
    expect((await send(calendar('CANCEL', ['UID:gone', 'SEQUENCE:2']))).body.skipped).toMatchObject([
      { reason: 'It is here already.' },
    ]);
  });

  it('cancels single occurrences of a series, including changed ones', async () => {
    await send(calendar('PUBLISH', event('course', 'RRULE:FREQ=DAILY;COUNT=4')));
    const id = (await idOf('course')) ?? 0;
    await app.api.as(editor).patch(`/events/${id}?occurrence_date=2031-05-03T08:00:00Z`, { title: 'Changed' });
    const { body } = await send(
      calendar(
        'CANCEL',
        ['UID:course', 'RECURRENCE-ID:20310502T080000Z', 'SEQUENCE:9'],
        ['UID:course', 'RECURRENCE-ID:20310503T080000Z', 'SEQUENCE:9'],
      ),
    );
    expect(body.totals).toEqual({ created: 0, updated: 2, skipped: 0, failed: 0 });
    expect((await new SeriesView(app, editor).occurrences(id)).map(({ title }) => title)).toEqual([
      'course',
      'course',
      'Changed',
      'course',
    ]);
    const states = await app.database.query(
      `SELECT title, event_status AS state, recurrence_start::text AS start FROM events WHERE id = $1 OR series_id = $1 ORDER BY recurrence_start`,
      [id],
    );
    expect(states).toEqual([
      { title: 'course', state: 'canceled', start: '2031-05-02 08:00:00' },
      { title: 'Changed', state: 'canceled', start: '2031-05-03 08:00:00' },
      { title: 'course', state: 'scheduled', start: null },
    ]);
  });

  it('cancels an event that does not repeat by its start, and by no other one', async () => {
    await send(calendar('PUBLISH', event('once')));
    const cancel = (day: string) => calendar('CANCEL', ['UID:once', `RECURRENCE-ID:${day}T080000Z`, 'SEQUENCE:9']);
    expect((await send(cancel('20310502'))).body.skipped).toMatchObject([{ uid: 'once', reason: 'It is not here.' }]);
    expect((await send(cancel('20310501'))).body.totals).toMatchObject({ updated: 1 });
    expect(await stateOf('once')).toBe('canceled');
  });

  it('skips unknown and newer events, and changes nothing in a dry run', async () => {
    await send(calendar('PUBLISH', event('kept', 'SEQUENCE:5')));
    const cancel = (sequence: number) =>
      calendar('CANCEL', ['UID:kept', `SEQUENCE:${sequence}`, 'DTSTAMP:20000101T000000Z']);
    expect((await send(cancel(4))).body.skipped).toMatchObject([{ reason: 'What is here is newer.' }]);
    expect((await send(calendar('CANCEL', ['UID:nowhere']))).body.skipped).toEqual([
      { uid: 'nowhere', reason: 'It is not here.' },
    ]);
    const { body } = await app.api.saying('text/calendar', editor).send('POST', '/import?dry_run=true', cancel(6));
    expect(body).toMatchObject({ dry_run: true, totals: { updated: 1 } });
    expect(await stateOf('kept')).toBe('scheduled');
  });

  it('requires the right to change the event', async () => {
    await send(calendar('PUBLISH', event('theirs')));
    const { body } = await send(calendar('CANCEL', ['UID:theirs', 'SEQUENCE:9']), app.given.author());
    expect(body.failed).toMatchObject([{ uid: 'theirs', message: 'You may not change the event that has this UID.' }]);
    expect(await stateOf('theirs')).toBe('scheduled');
  });
});

describe.each(['PUBLISH', 'REQUEST', 'CANCEL'])('a file with METHOD:%s', (method) => {
  it.each([
    'RECURRENCE-ID;RANGE=THISANDFUTURE:20310502T080000Z',
    'RECURRENCE-ID;TZID=Europe/Rome;RANGE="THISANDFUTURE":20310502T100000',
    'recurrence-id;value=date-time;range=ThisAndFuture:20310502T080000Z',
  ])('is rejected for the event with %s, and the others are imported', async (line) => {
    const uid = `ending-${method}-${line}`;
    await send(calendar('PUBLISH', event(uid, 'RRULE:FREQ=DAILY;COUNT=4')));
    const { body } = await send(
      calendar(method, event(uid, line, 'SEQUENCE:9'), event(uid, 'RECURRENCE-ID:20310503T080000Z', 'SEQUENCE:9')),
    );
    expect(body.totals).toMatchObject({ failed: 1, [method === 'CANCEL' ? 'updated' : 'created']: 1 });
    expect(body.failed).toMatchObject([{ uid, message: expect.stringContaining('THISANDFUTURE') as string }]);
  });
});
