import { nonEmpty } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import type { ImportReport } from '../import-report';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar({ LOG_LEVEL: 'silent' });
  editor = app.given.editor();
});
afterAll(() => app.close());

const alarm = (...lines: string[]) =>
  ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:Soon', ...lines, 'END:VALARM'].join('\r\n');

/** Lines with an address at the place of `@@`, each with the kind by which a report names it. */
const LINES: readonly [string, string | undefined][] = [
  ['ATTACH:@@', 'attachments'],
  ['attach:@@', 'attachments'],
  ['ATTACH;VALUE=URI:@@', 'attachments'],
  ['ATTACH;FMTTYPE=text/html;X-LABEL="a:b;c":@@', 'attachments'],
  ['ATTENDEE:@@', 'attendees'],
  ['ATTENDEE;CN=Ann;DIR="@@":mailto:ann@example.test', 'attendees'],
  ['ATTENDEE;SENT-BY="@@":mailto:ann@example.test', 'attendees'],
  ['ATTENDEE;MEMBER="mailto:all@example.test","@@":mailto:ann@example.test', 'attendees'],
  ['ATTENDEE;DELEGATED-TO="@@":mailto:ann@example.test', 'attendees'],
  ['ATTENDEE;DELEGATED-FROM="@@":mailto:ann@example.test', 'attendees'],
  [alarm('ATTACH:@@'), 'alarms'],
  [alarm('ATTACH;VALUE=URI:@@'), 'alarms'],
  [alarm('ATTENDEE:@@'), 'alarms'],
  [alarm('ORGANIZER:@@'), 'alarms'],
  [alarm('URL:@@'), 'alarms'],
  [alarm('SOURCE;VALUE=URI:@@'), 'alarms'],
  [alarm('CONFERENCE;VALUE=URI;FEATURE=AUDIO:@@'), 'alarms'],
  [alarm('IMAGE;VALUE=URI;DISPLAY=BADGE:@@'), 'alarms'],
  [alarm('STRUCTURED-DATA;VALUE=URI:@@'), 'alarms'],
  [alarm('LINK;VALUE=URI;LINKREL=latest-version:@@'), 'alarms'],
  [alarm('X-THING;VALUE=URI:@@'), 'alarms'],
  [alarm('SUMMARY;ALTREP="@@":Soon'), 'alarms'],
  ['SOURCE;VALUE=URI:@@', 'source'],
  ['CONFERENCE;VALUE=URI;FEATURE=AUDIO:@@', 'conference'],
  ['IMAGE;VALUE=URI:@@', 'image'],
  ['STRUCTURED-DATA;VALUE=URI:@@', 'structured-data'],
  ['LINK;VALUE=URI;LINKREL=latest-version:@@', 'link'],
  ['X-THING;VALUE=URI:@@', 'x-thing'],
  ['CONTACT;ALTREP="@@":Ann', 'contact'],
  // Events do not keep these lines.
  ['URL:@@', undefined],
  ['LOCATION;ALTREP="@@":Hall', undefined],
  ['ORGANIZER;DIR="@@":mailto:ann@example.test', undefined],
];

/** Kinds of lines; others are properties. */
const KINDS = ['attendees', 'attachments', 'alarms'];

const HOSTILE = [
  'javascript:hostile(1)',
  'JaVaScRiPt:hostile(1)',
  ' javascript:hostile(1)',
  '\tjavascript:hostile(1)',
  '\u0001javascript:hostile(1)',
  '\u200bjavascript:hostile(1)',
  'java\tscript:hostile(1)',
  'java\r\n script:hostile(1)',
  'javascript\\:hostile(1)',
  'java%73cript:hostile(1)',
  'javascript&#58;hostile(1)',
  '&#106;avascript:hostile(1)',
  'javascript&colon;hostile(1)',
  'vbscript:hostile(1)',
  'data:text/html,hostile',
  'DATA:text/html\\;base64\\,hostile',
  'file:///etc/hostile',
  'blob:hostile',
  'view-source:hostile',
];

/** Addresses that a line may have, and a name that stands for no address. */
const HARMLESS = [
  'https://files.example/plan.pdf',
  'HTTP://files.example/a?b=c&d=%20#e',
  'mailto:ann@example.test',
  'MAILTO:ann@example.test',
  'tel:+39-06-1',
  'CID:part3.960817@example.test',
  'urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
  'geo:37.33182,-122.03118',
  'invalid:nomail',
  'Basso',
];

const calendar = (...events: readonly (readonly [uid: string, line: string])[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap(([uid, line]) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `SUMMARY:${uid}`,
      'DTSTART:20310501T080000Z',
      line,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

/** The line without what ical.js writes in a form of its own: quotes, the usual type and the case of names. */
const plain = (line: string): string => line.replace(/"|;VALUE=URI/g, '').replace(/^attach/, 'ATTACH');

const withAddress = (line: string, address: string): string => line.replaceAll('@@', () => address);

async function send(text: string): Promise<ImportReport> {
  const { status, body, text: answer } = await app.api.saying('text/calendar', editor).send('POST', '/import', text);
  expect({ status, answer }).toMatchObject({ status: 200 });
  return Object(body) as ImportReport;
}

async function published(ids: readonly number[]): Promise<string[]> {
  const { status, text } = await app.api.as(editor).get(`/events.ics?include=${ids.join(',')}`);
  expect(status).toBe(200);
  return text.replaceAll('\r\n ', '').split('\r\n');
}

const idsOf = ({ created }: ImportReport): number[] => created.flatMap(({ id }) => id ?? []);

/** The line of an alarm or event that has the address. */
const nameOf = (line: string): string => line.split('\r\n').find((one) => one.includes('@@')) ?? line;

const CASES = LINES.map(([line, kind], index) => ({ line, kind, index, name: `${nameOf(line)} of ${kind}` }));

describe.each(CASES)('an imported line $name', ({ line, kind, index }) => {
  it('is left out and reported for each address that is no link', async () => {
    const events = HOSTILE.map((address, n) => [`${index}-${n}`, withAddress(line, address)] as const);
    const report = await send(calendar(...events));
    expect((await published(idsOf(report))).filter((one) => one.includes('hostile'))).toEqual([]);
    const unreported = report.created.filter(({ left_out: kinds = [] }) => kind && !kinds.includes(kind));
    expect(unreported.map(({ uid }) => HOSTILE[Number(uid.split('-')[1])])).toEqual([]);
  });

  it('is not published when a former version stored it', async () => {
    const { created } = await send(calendar([`former-${index}`, 'DESCRIPTION:One']));
    const [id = 0] = created.flatMap((one) => one.id ?? []);
    const lines = HOSTILE.filter((address) => !address.includes('\r')).flatMap((address) =>
      withAddress(line, address).split('\r\n'),
    );
    await app.database.query('UPDATE events SET kept_lines = $2 WHERE id = $1', [
      id,
      JSON.stringify({ [kind !== undefined && KINDS.includes(kind) ? kind : 'properties']: lines }),
    ]);
    expect((await published([id])).filter((one) => one.includes('hostile'))).toEqual([]);
  });
});

it.each(CASES.filter(({ kind }) => kind !== undefined))(
  'the imported line $name is published as it was for each harmless address',
  async ({ line, index }) => {
    const events = HARMLESS.map((address, n) => [`kept-${index}-${n}`, withAddress(line, address)] as const);
    const text = calendar(...events);
    const report = await send(text);
    expect({ totals: report.totals, kinds: report.created.flatMap(({ left_out: kinds = [] }) => kinds) }).toEqual({
      totals: { created: HARMLESS.length, updated: 0, skipped: 0, failed: 0 },
      kinds: [],
    });
    const lines = (await published(idsOf(report))).map(plain);
    for (const one of nonEmpty(events.flatMap(([, written]) => written.split('\r\n'))))
      expect(lines).toContain(plain(one));
    expect((await send(text)).totals).toMatchObject({ skipped: HARMLESS.length });
  },
);

it.each(['PROCEDURE', 'EMAIL'])('an alarm with ACTION:%s that loses its address is left out', async (action) => {
  const hostile = alarm('ATTACH:javascript:hostile(1)', 'ATTENDEE:javascript:hostile(1)').replace('DISPLAY', action);
  const { created } = await send(calendar([action, `${hostile}\r\n${alarm()}`]));
  const lines = await published(created.flatMap(({ id }) => id ?? []));
  expect(lines.slice(lines.indexOf('BEGIN:VALARM'), lines.lastIndexOf('END:VALARM') + 1)).toEqual(
    alarm().split('\r\n'),
  );
});

it.each([
  ['a property of a single program that runs a program', 'X-THING:JaVa script:hostile(1)', false],
  [
    'a parameter of a single program that runs a program',
    'X-THING;X-LINK="data:text/html,hostile":Text',
    'X-THING:Text',
  ],
  ['a property of a single program', 'X-THING:about:hostile', true],
  ['a parameter of a single program', 'X-THING;X-TITLE="Note: hostile":Text', true],
  ['a text', 'COMMENT:javascript:hostile(1)', true],
])('%s in an alarm keeps only its harmless parts', async (name, line, isKept) => {
  const ids = idsOf(await send(calendar([name, alarm(line)])));
  const expected = isKept === false ? [] : [isKept === true ? line : isKept];
  expect((await published(ids)).filter((one) => /^(?:X-THING|COMMENT)/.test(one))).toEqual(expected);
});
