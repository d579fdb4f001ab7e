import { nonEmpty } from '@almanac/testing';
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

async function imported(events: readonly (readonly string[])[]): Promise<ImportReport> {
  const lines = events.flatMap((one) => ['BEGIN:VEVENT', ...one, 'END:VEVENT']);
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
  const { status, body } = await app.api.saying('text/calendar', editor).send('POST', '/import', text);
  expect({ status, body }).toMatchObject({ status: 200, body: { failed: [] } });
  return Object(body) as ImportReport;
}

/** All events and all that the change feed tells of them, and of the records that they show. */
const everything = () =>
  app.database.query(
    `SELECT (SELECT json_agg(event ORDER BY id) FROM events event)::text AS events,
      (SELECT json_agg(change ORDER BY kind, record_id) FROM changes change)::text AS changes,
      (SELECT json_agg(term ORDER BY id) FROM terms term)::text AS terms`,
  );

const AT_TEN = ['DTSTART;TZID=Europe/Rome:20310329T100000', 'DTEND;TZID=Europe/Rome:20310329T110000'];
const DAYS = ['DTSTART;VALUE=DATE:20310329', 'DTEND;VALUE=DATE:20310331'];
const DAILY = [...AT_TEN, 'RRULE:FREQ=DAILY;COUNT=6'];
const SECOND = 'RECURRENCE-ID;TZID=Europe/Rome:20310330T100000';
const AT_TWELVE = ['DTSTART;TZID=Europe/Rome:20310330T120000', 'DTEND;TZID=Europe/Rome:20310330T130000'];
const LONG = 'Long title '.repeat(150).trim();

/** The VEVENTs of a file, without UID and DTSTAMP. */
const SHAPES: Record<string, string[][]> = {
  'a single event': [AT_TEN],
  'an event of whole days': [DAYS],
  'an event of one day': [['DTSTART;VALUE=DATE:20310329']],
  'times in UTC': [['DTSTART:20310329T100000Z', 'DTEND:20310329T110000Z']],
  'floating times': [['DTSTART:20310329T100000', 'DTEND:20310329T110000']],
  'leap seconds': [['DTSTART:20310630T235960Z', 'DTEND:20310701T000060Z']],
  'a DURATION': [['DTSTART;TZID=Europe/Rome:20310329T200000', 'DURATION:P1DT2H']],
  'no end': [['DTSTART;TZID=Europe/Rome:20310329T200000']],
  'a start in an hour that is skipped': [['DTSTART;TZID=Europe/Rome:20310330T023000', 'DURATION:PT1H']],
  'a fixed offset': [['DTSTART;TZID=UTC+0530:20310329T100000', 'DTEND;TZID=UTC+0530:20310329T110000']],
  'a series with EXDATE and RDATE': [
    [...DAILY, 'EXDATE;TZID=Europe/Rome:20310331T100000', 'RDATE:20310410T080000Z,20310412T080000Z'],
  ],
  'a series by RDATE alone': [[...AT_TEN, 'RDATE;TZID=Europe/Rome:20310329T100000,20310410T100000']],
  'a series in UTC': [['DTSTART:20310329T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20310405T100000Z']],
  'a series of whole days': [[...DAYS, 'RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;VALUE=DATE:20310405']],
  'an EXDATE without a rule': [[...AT_TEN, 'EXDATE;TZID=Europe/Rome:20310410T100000']],
  'a changed occurrence': [DAILY, [SECOND, ...AT_TWELVE]],
  'a changed occurrence in UTC': [DAILY, ['RECURRENCE-ID:20310330T080000Z', 'DTSTART:20310330T100000Z']],
  'a changed occurrence that repeats the rule': [DAILY, [SECOND, ...AT_TWELVE, 'RRULE:FREQ=DAILY;COUNT=6']],
  'a changed occurrence that repeats all dates': [
    [...DAILY, 'EXDATE;TZID=Europe/Rome:20310331T100000', 'RDATE;TZID=Europe/Rome:20310410T100000'],
    [
      SECOND,
      ...AT_TWELVE,
      'RRULE:FREQ=DAILY;COUNT=6',
      'EXDATE;TZID=Europe/Rome:20310331T100000',
      'RDATE;TZID=Europe/Rome:20310410T100000',
    ],
  ],
  'a changed occurrence in another zone': [
    DAILY,
    [SECOND, 'DTSTART;TZID=Asia/Tokyo:20310330T200000', 'DTEND;TZID=Asia/Tokyo:20310330T210000'],
  ],
  'an occurrence that takes whole days': [DAILY, [SECOND, 'DTSTART;VALUE=DATE:20310330']],
  'an occurrence of whole days that gets a time': [
    [...DAYS, 'RRULE:FREQ=WEEKLY;COUNT=4'],
    ['RECURRENCE-ID;VALUE=DATE:20310405', 'DTSTART;TZID=Europe/Rome:20310405T100000'],
  ],
  'a cancelled occurrence': [DAILY, [SECOND, ...AT_TWELVE, 'STATUS:CANCELLED']],
  'a changed occurrence with a lower SEQUENCE': [
    [...DAILY, 'SEQUENCE:7'],
    [SECOND, ...AT_TWELVE, 'SEQUENCE:2'],
  ],
  'a changed occurrence with a higher SEQUENCE': [DAILY, [SECOND, ...AT_TWELVE, 'SEQUENCE:9']],
  'a changed occurrence with lines of its own': [
    [...DAILY, 'LOCATION:Hall of the series', 'CATEGORIES:Of the series', 'DESCRIPTION:Of the series'],
    [SECOND, ...AT_TWELVE, 'LOCATION:Another hall', 'CATEGORIES:Another kind', 'DESCRIPTION:Another'],
  ],
  'changed occurrences before their series': [[SECOND, ...AT_TWELVE], DAILY],
  'a cancelled event': [[...AT_TEN, 'STATUS:CANCELLED']],
  'a postponed event': [[...AT_TEN, 'X-ALMANAC-STATUS:POSTPONED', 'STATUS:TENTATIVE']],
  'a private event': [[...AT_TEN, 'CLASS:CONFIDENTIAL']],
  'a draft': [[...AT_TEN, 'X-ALMANAC-DRAFT:TRUE']],
  'a SEQUENCE that is no number': [[...AT_TEN, 'SEQUENCE:many']],
  'the highest SEQUENCE': [[...AT_TEN, 'SEQUENCE:2147483647']],
  'an organizer': [[...AT_TEN, 'ORGANIZER;CN=Ann One:mailto:ann@example.test']],
  'an organizer without a name': [[...AT_TEN, 'ORGANIZER:MAILTO:Bob@Example.test']],
  'two organizers': [[...AT_TEN, 'ORGANIZER;CN=Cy:mailto:cy@example.test', 'ORGANIZER;CN=Di:mailto:di@example.test']],
  'an organizer whose name has markup': [[...AT_TEN, 'ORGANIZER;CN="<b>Eve</b> & Co":mailto:eve@example.test']],
  attendees: [[...AT_TEN, 'ATTENDEE;CN=Fay;PARTSTAT=ACCEPTED:mailto:fay@example.test']],
  attachments: [[...AT_TEN, 'ATTACH:https://files.example/a.pdf', 'ATTACH;VALUE=BINARY;ENCODING=BASE64:AAAA']],
  alarms: [[...AT_TEN, 'BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:Soon', 'END:VALARM']],
  'a description': [[...AT_TEN, 'DESCRIPTION:  One & two\\n\\n\\n  Three <b>bold</b> \\; 1 < 2  ']],
  'a description of HTML': [[...AT_TEN, 'DESCRIPTION:<p>One<br>two</p><script>x()</script><ul><li>Three</ul>']],
  'X-ALT-DESC': [
    [...AT_TEN, 'DESCRIPTION:Plain', 'X-ALT-DESC;FMTTYPE=text/html:<html><body><p>Rich &amp; <i>free</i>'],
  ],
  'an empty description': [[...AT_TEN, 'DESCRIPTION:']],
  categories: [[...AT_TEN, 'CATEGORIES:Music,Dance', 'CATEGORIES:2031']],
  'categories that are the same': [[...AT_TEN, 'CATEGORIES:Opera,OPERA, opera ']],
  'categories with markup': [[...AT_TEN, 'CATEGORIES:<b>Bold</b> kind,A  wide   gap']],
  'a long category': [[...AT_TEN, `CATEGORIES:${'Kind '.repeat(80)}`]],
  'a location': [[...AT_TEN, 'LOCATION:Town hall\\, Main St 1']],
  'a location with GEO': [[...AT_TEN, 'LOCATION:Arena', 'GEO:41.9;12.5']],
  'a location with markup': [[...AT_TEN, 'LOCATION:<b>Bold</b>  hall &amp\\; more']],
  'a long location': [[...AT_TEN, `LOCATION:${'Hall '.repeat(400)}`]],
  'an empty location': [[...AT_TEN, 'LOCATION: ']],
  'a URL': [[...AT_TEN, 'URL:https://elsewhere.example/a?b=c&d=%20e#f']],
  'a URL with odd characters': [[...AT_TEN, 'URL:https://elsewhere.example/ä"<b> c']],
  'a URL of another scheme': [[...AT_TEN, 'URL:message:%3Cabc%3E']],
  'a long title': [[...AT_TEN, `SUMMARY:${LONG}`]],
  'a title with odd characters': [[...AT_TEN, 'SUMMARY:  A  <b>bold</b> &amp\\; 1 < 2 \\n next\tÿ \u00a0😀 \u202e ']],
  'a title of markup alone': [[...AT_TEN, 'SUMMARY:<br>']],
  'no title': [AT_TEN],
  'a start in the first of two equal hours': [['DTSTART;TZID=Europe/Rome:20311026T023000', 'DURATION:PT20M']],
  'a start in the second of two equal hours': [
    ['DTSTART:20311026T013000Z', 'DURATION:PT20M', 'X-ALMANAC-TZID:Europe/Rome'],
  ],
  'a series in hours that are skipped and repeated': [
    ['DTSTART;TZID=Europe/Rome:20310329T023000', 'RRULE:FREQ=DAILY;COUNT=4', 'EXDATE;TZID=Europe/Rome:20310331T023000'],
    ['RECURRENCE-ID;TZID=Europe/Rome:20310330T023000', ...AT_TWELVE],
  ],
  'a year of long ago': [['DTSTART;TZID=Europe/Rome:19000329T100000', 'DURATION:PT1H']],
  'a year of the far future': [['DTSTART;VALUE=DATE:99901231']],
  'a change of the first occurrence': [
    DAILY,
    ['RECURRENCE-ID;TZID=Europe/Rome:20310329T100000', 'DTSTART;TZID=Europe/Rome:20310328T090000'],
  ],
  'changes of all occurrences': [
    [...AT_TEN, 'RRULE:FREQ=DAILY;COUNT=2'],
    ['RECURRENCE-ID;TZID=Europe/Rome:20310329T100000', 'DTSTART;TZID=Europe/Rome:20310329T120000'],
    [SECOND, ...AT_TWELVE],
  ],
  'a change of an additional date': [
    [...AT_TEN, 'RDATE;TZID=Europe/Rome:20310330T100000'],
    [SECOND, ...AT_TWELVE],
  ],
  'a change that takes place on the date of another occurrence': [
    DAILY,
    [SECOND, 'DTSTART;TZID=Europe/Rome:20310331T100000', 'DTEND;TZID=Europe/Rome:20310331T110000'],
  ],
  'an occurrence that becomes private, and one without its lines': [
    [
      ...DAILY,
      'URL:https://elsewhere.example/',
      'ORGANIZER;CN=Hal:mailto:hal@example.test',
      'GEO:41.9;12.5',
      'LOCATION:Hub',
    ],
    [SECOND, ...AT_TWELVE, 'CLASS:PRIVATE', 'LOCATION:', 'CATEGORIES:', 'DESCRIPTION:'],
  ],
  'many categories': [[...AT_TEN, `CATEGORIES:${Array.from({ length: 250 }, (_, i) => `Many ${i}`).join(',')}`]],
  'a long description': [[...AT_TEN, `DESCRIPTION:${'Word &amp\; <b>bold</b> '.repeat(2_000)}`]],
  'no categories': [[...AT_TEN, 'CATEGORIES:']],
  'a category that is a number': [[...AT_TEN, 'CATEGORIES:2024,7']],
  'typographic signs': [[...AT_TEN, "SUMMARY:\"Quoted\" -- 'it's'...", 'DESCRIPTION:"Quoted" -- it\'s...']],
  'several alarms and attachments': [
    [
      ...AT_TEN,
      'ATTACH;FMTTYPE=application/pdf:https://files.example/ä b.pdf',
      'ATTACH:CID:part@example.test',
      'ATTENDEE;CN="Ona; Li, x":mailto:ona@example.test',
      'BEGIN:VALARM',
      'TRIGGER;RELATED=END:PT5M',
      'ACTION:AUDIO',
      'END:VALARM',
      'BEGIN:VALARM',
      'TRIGGER;VALUE=DATE-TIME:20310329T060000Z',
      'ACTION:DISPLAY',
      'DESCRIPTION:a\\, b\\n',
      'END:VALARM',
    ],
  ],
  'control characters': [[...AT_TEN, 'SUMMARY:A\u0007b\u001f', 'DESCRIPTION:c\u0000\u007f', 'LOCATION:d\u0001e']],
  'an address in capitals': [[...AT_TEN, 'ORGANIZER;CN=Gus:MAILTO:GUS@EXAMPLE.TEST']],
  'the long name of an organizer': [[...AT_TEN, `ORGANIZER;CN=${LONG}:mailto:long@example.test`]],
};

/** Files that name an event or an occurrence several times, with the number of events that they have. */
const REPEATED: Record<string, [shape: string[][], events: number]> = {
  'the same event twice': [[AT_TEN, AT_TEN], 1],
  'two versions of an event': [
    [
      [...AT_TEN, 'SEQUENCE:3', 'LOCATION:Later'],
      [...AT_TEN, 'SEQUENCE:2', 'LOCATION:Former'],
    ],
    1,
  ],
  'two versions of an event without SEQUENCE': [
    [
      [...AT_TEN, 'LOCATION:One'],
      [...AT_TEN, 'LOCATION:Two'],
    ],
    1,
  ],
  'two versions of an occurrence': [
    [DAILY, [SECOND, ...AT_TWELVE, 'LOCATION:One'], ['RECURRENCE-ID:20310330T080000Z', ...AT_TWELVE, 'LOCATION:Two']],
    2,
  ],
};

/** Gives each VEVENT the UID, a title unless it has one, and this line. */
const fileOf = (shape: readonly string[][], uid: string, stamp: string, isChanged = false): string[][] =>
  shape.map((lines, at) => {
    const title = isChanged && at === shape.length - 1 ? ['SUMMARY:Changed'] : [];
    const others = isChanged && at === shape.length - 1 ? lines.filter((line) => !line.startsWith('SUMMARY')) : lines;
    return [`UID:${uid}`, ...(stamp === '' ? [] : [`DTSTAMP:${stamp}`]), ...others, ...title];
  });

const titles = (report: ImportReport) =>
  Promise.all(
    report.updated.map(
      async ({ id }) => Reflect.get(Object((await app.api.as(editor).get(`/events/${id}`)).body), 'title') as unknown,
    ),
  );

describe.each(Object.entries(SHAPES))('a file with %s', (name, shape) => {
  const nothing = { created: 0, updated: 0, failed: 0, skipped: shape.length };

  it.each([
    ['20310101T000000Z', '20310102T000000Z', '20310103T000000Z'],
    ['', '', ''],
    ['20200101T000000Z', '', '20990103T000000Z'],
  ])('that is imported again changes nothing, also with DTSTAMP %j and then %j', async (first, later, last) => {
    const uid = `${name}-${first}-${later}`;
    expect((await imported(fileOf(shape, uid, first))).totals).toMatchObject({ created: shape.length });
    const before = await everything();
    for (const stamp of nonEmpty([first, later]))
      expect((await imported(fileOf(shape, uid, stamp))).totals).toEqual(nothing);
    expect(await everything()).toEqual(before);
    const changed = await imported(fileOf(shape, uid, last, true));
    expect(changed.totals).toEqual({ ...nothing, updated: 1, skipped: shape.length - 1 });
    expect(await titles(changed)).toEqual(['Changed']);
  });
});

describe.each(Object.entries(REPEATED))('a file with %s', (name, [shape, events]) => {
  it('that is imported again changes nothing', async () => {
    const file = fileOf(shape, name, '20310101T000000Z');
    expect((await imported(file)).totals).toMatchObject({ created: events, skipped: shape.length - events });
    const before = await everything();
    for (const stamp of ['20310101T000000Z', '20310102T000000Z'])
      expect((await imported(fileOf(shape, name, stamp))).totals).toMatchObject({ skipped: shape.length });
    expect(await everything()).toEqual(before);
  });
});
