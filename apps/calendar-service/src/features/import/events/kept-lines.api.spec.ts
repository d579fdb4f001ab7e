import { selectColumns, sql } from '@almanac/database';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import type { ImportReport } from '../import-report';
import { StoredEvent } from '../../../records/record/record.entity';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar({ LOG_LEVEL: 'silent' });
  editor = app.given.editor();
});
afterAll(() => app.close());

const ALARM = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:Soon', 'UID:alarm', 'END:VALARM'];
const ATTENDEE = 'ATTENDEE;CN="Ann, A";PARTSTAT=ACCEPTED:mailto:ann@example.test';
const ATTACH = 'ATTACH;FMTTYPE=application/pdf:https://files.example/plan.pdf';
const ALT = 'X-ALT-DESC;FMTTYPE=text/html:<p>One\\, <b>two</b>\\; three</p>';

const calendar = (uid: string, ...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SUMMARY:${uid}`,
    'DTSTART:20310501T080000Z',
    'DTEND:20310501T090000Z',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

async function send(text: string): Promise<ImportReport> {
  const { status, body, text: answer } = await app.api.saying('text/calendar', editor).send('POST', '/import', text);
  expect({ status, answer }).toMatchObject({ status: 200 });
  return Object(body) as ImportReport;
}
async function exported(uid: string, who: { token?: string } = editor): Promise<string[]> {
  const [row] = await app.database.query(
    sql`SELECT ${selectColumns(StoredEvent, 'events', 'id')} FROM events WHERE uid = $1`,
    [uid],
  );
  return (await app.api.as(who).get(`/events/${row?.id}.ics`)).text.replaceAll('\r\n ', '').split('\r\n');
}

describe('additional lines of a calendar file', () => {
  it('survive import and export: attendees, attachments, alarms and HTML descriptions', async () => {
    const file = calendar('all', ATTENDEE, ATTACH, ALT, 'DESCRIPTION:One\\, two\\; three', ...ALARM);
    expect((await send(file)).totals).toMatchObject({ created: 1 });
    const lines = await exported('all');
    expect(lines).toEqual(expect.arrayContaining([ATTENDEE, ATTACH, ALT, 'DESCRIPTION:One\\, two\\; three']));
    expect(lines.slice(lines.indexOf('BEGIN:VALARM'), lines.indexOf('END:VALARM') + 1)).toEqual(ALARM);
    expect((await send(file)).totals).toEqual({ created: 0, updated: 0, skipped: 1, failed: 0 });
    expect((await send(lines.join('\r\n'))).totals).toEqual({ created: 0, updated: 0, skipped: 1, failed: 0 });
  });

  it('show no attendees to anonymous readers', async () => {
    await send(calendar('guests', ATTENDEE, ...ALARM));
    const lines = await exported('guests', {});
    expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([]);
    expect(lines).toContain('BEGIN:VALARM');
    expect((await app.api.get('/events.ics?start_date=2031-01-01')).text).not.toContain('ann@example.test');
  });

  it('stay hidden without the password of the event', async () => {
    await send(calendar('locked', ATTACH, ALT));
    await app.database.query(`UPDATE events SET password_hash = 'x' WHERE uid = 'locked'`);
    const lines = await exported('locked', {});
    expect(lines.filter((line) => /^(?:ATTACH|X-ALT-DESC|DESCRIPTION)/.test(line))).toEqual([]);
  });

  it('are replaced kind by kind, and stay if a newer file omits the kind', async () => {
    await send(calendar('newer', ATTENDEE, ATTACH, 'SEQUENCE:1'));
    const other = 'ATTENDEE:mailto:bob@example.test';
    expect((await send(calendar('newer', other, 'SEQUENCE:50'))).totals).toMatchObject({ updated: 1 });
    const lines = await exported('newer');
    expect(lines.filter((line) => line.startsWith('ATT'))).toEqual([other, ATTACH]);
  });

  it('belong to the occurrence of a series that the file names', async () => {
    const text = calendar('series', 'RRULE:FREQ=DAILY;COUNT=3', ATTACH);
    const changed = [
      'BEGIN:VEVENT',
      'UID:series',
      'RECURRENCE-ID:20310502T080000Z',
      'SUMMARY:Other',
      'DTSTART:20310502T100000Z',
      'DTEND:20310502T110000Z',
      ...ALARM,
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
    await send(text.replace('END:VCALENDAR', changed));
    const lines = await exported('series');
    expect(lines.filter((line) => /^(?:BEGIN:V(?:EVENT|ALARM)|ATTACH)/.test(line))).toEqual([
      'BEGIN:VEVENT',
      ATTACH,
      'BEGIN:VEVENT',
      ATTACH,
      'BEGIN:VALARM',
    ]);
  });

  it.each([
    ['attachments within the file', ['ATTACH;ENCODING=BASE64;VALUE=BINARY:QUJD'], ['attachments']],
    [
      'more attendees than fit',
      Array.from({ length: 2_000 }, (_, i) => `ATTENDEE:mailto:person-${i}@example.test`),
      ['attendees'],
    ],
    ['lines that cannot be read', ['ATTENDEE;CN="open:mailto:a@example.test'], ['attendees']],
  ])('are left out and reported: %s', async (name, lines, kinds) => {
    const uid = name.replaceAll(' ', '-');
    expect((await send(calendar(uid, ...lines))).created).toMatchObject([{ left_out: kinds }]);
    expect((await exported(uid)).filter((line) => line.startsWith('ATT'))).toEqual([]);
  });

  it('are stored without unsafe markup', async () => {
    await send(
      calendar(
        'unsafe',
        'X-ALT-DESC;FMTTYPE=text/html:<p>Text<script>alert(1)</script><img src=x onerror=alert(1)></p>',
      ),
    );
    expect((await exported('unsafe')).join('\n')).not.toMatch(/script|onerror/);
  });
});

describe('an alarm', () => {
  const alarm = (...lines: string[]) => ['BEGIN:VALARM', ...lines, 'END:VALARM'];
  const GOOD = [
    alarm('ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:First'),
    alarm('ACTION:AUDIO', 'TRIGGER;VALUE=DATE-TIME:20310501T070000Z', 'REPEAT:2', 'DURATION:PT5M'),
    alarm('ACTION:DISPLAY', 'TRIGGER;RELATED=END:P0DT0H10M0S', 'DESCRIPTION:Last', 'X-THING:1'),
  ];
  const alarmsOf = (lines: readonly string[]) =>
    lines.slice(lines.indexOf('BEGIN:VALARM'), lines.lastIndexOf('END:VALARM') + 1);
  let count = 0;

  it.each([
    [['ACTION:DISPLAY', 'TRIGGER:PT-2H']],
    [['ACTION:DISPLAY', 'TRIGGER:']],
    [['ACTION:DISPLAY', 'TRIGGER:P']],
    [['ACTION:DISPLAY', 'TRIGGER:-PT']],
    [['ACTION:DISPLAY', 'TRIGGER:-P99999999999D']],
    [['ACTION:DISPLAY', 'TRIGGER;VALUE=DATE:20440101']],
    [['ACTION:DISPLAY', 'TRIGGER:20310501T070000Z']],
    [['ACTION:DISPLAY', 'TRIGGER;VALUE=DATE-TIME:20310501T070000']],
    [['ACTION:DISPLAY', 'TRIGGER;VALUE=DATE-TIME:20310231T070000Z']],
    [['ACTION:DISPLAY', 'TRIGGER;VALUE=DATE-TIME:-PT15M']],
    [['ACTION:DISPLAY', 'TRIGGER:-PT15M', 'TRIGGER:-PT5M']],
    [['ACTION:DISPLAY', 'DESCRIPTION:No trigger']],
    [['TRIGGER:-PT15M', 'DESCRIPTION:No action']],
    [['ACTION:', 'TRIGGER:-PT15M']],
    [['ACTION:DISPLAY', 'ACTION:AUDIO', 'TRIGGER:-PT15M']],
    [['ACTION:TWO WORDS', 'TRIGGER:-PT15M']],
    [['ACTION:DISPLAY', 'TRIGGER:-PT15M', 'REPEAT:often', 'DURATION:PT5M']],
    [['ACTION:DISPLAY', 'TRIGGER:-PT15M', 'REPEAT:2', 'DURATION:5 minutes']],
    [['ACTION:DISPLAY', 'TRIGGER:-PT15M', 'ACKNOWLEDGED:yesterday']],
    [['ACTION:DISPLAY', 'TRIGGER:-PT15M', 'no line at all']],
    [['ACTION:DISPLAY', 'TRIGGER:-PT15M', 'X-BAD;NAME="open:x']],
    [['ACTION:AUDIO', 'TRIGGER:-PT15M', 'ATTACH;ENCODING=BASE64;VALUE=BINARY:%%%']],
  ])('that strict readers refuse is left out and reported, and its neighbours stay: %s', async (lines) => {
    const uid = `alarm-${(count += 1)}`;
    const [first = [], ...others] = GOOD;
    const text = calendar(uid, ...first, ...alarm(...lines), ...others.flat());
    expect((await send(text)).created).toMatchObject([{ left_out: ['alarms'] }]);
    expect(alarmsOf(await exported(uid))).toEqual(GOOD.flat());
    expect((await send(text)).totals).toMatchObject({ skipped: 1 });
    await app.database.query('UPDATE events SET kept_lines = $2 WHERE uid = $1', [
      uid,
      JSON.stringify({ alarms: [...first, ...alarm(...lines), ...others.flat()] }),
    ]);
    expect(alarmsOf(await exported(uid))).toEqual(GOOD.flat());
  });

  it('stays without components inside of it, which are reported', async () => {
    const [first = []] = GOOD;
    const nested = [...first.slice(0, -1), 'BEGIN:X-PLACE', 'X-NAME:Home', 'END:X-PLACE', 'END:VALARM'];
    expect((await send(calendar('nested', ...nested))).created).toMatchObject([{ left_out: ['alarms'] }]);
    expect(alarmsOf(await exported('nested'))).toEqual(first);
  });
});

let alone = 0;
it.each([
  ['attendees', 'ATTENDEE', 'ATTENDEE;CN="open:mailto:b@example.test'],
  ['attendees', 'ATTENDEE', 'ATTENDEE;CN="B \\"C\\"":mailto:b@example.test'],
  ['attendees', 'ATTENDEE', 'ATTENDEE;ENCODING=BASE64:mailto:b@example.test'],
  ['attachments', 'ATTACH', 'ATTACH;BAD PARAMETER=1:https://files.example/b.pdf'],
  ['attachments', 'ATTACH', 'ATTACH;ENCODING=BASE64;VALUE=BINARY:QUJD'],
  ['x-thing', 'X-THING', 'X-THING;VALUE=DATE:never'],
])('a malformed line of %s is left out alone', async (kind, name, line) => {
  const uid = `alone-${(alone += 1)}`;
  const good = [`${name}:mailto:a@example.test`, `${name}:mailto:c@example.test`];
  expect((await send(calendar(uid, good[0] ?? '', line, good[1] ?? ''))).created).toMatchObject([{ left_out: [kind] }]);
  expect((await exported(uid)).filter((one) => one.startsWith(name))).toEqual(good);
});
