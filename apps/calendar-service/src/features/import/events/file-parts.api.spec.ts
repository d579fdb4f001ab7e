import {
  CALENDAR_COMPONENTS,
  CALENDAR_PROPERTIES,
  EVENT_COMPONENTS,
  EVENT_PROPERTIES,
  PARAMETERS,
  type Treatment,
  treatmentOfParameter,
} from '../../../calendar/icalendar/file-parts';
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

let uids = 0;
const vevent = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'];
const file = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const START = 'DTSTART;TZID=Europe/Rome:20330601T100000';
const named = (...lines: string[]) => vevent(`part-${(uids += 1)}`, 'SUMMARY:Part', START, ...lines);

async function imported(text: string): Promise<ImportReport> {
  const { status, body, text: answer } = await app.api.saying('text/calendar', editor).send('POST', '/import', text);
  expect({ status, answer }).toMatchObject({ status: 200 });
  return Object(body) as ImportReport;
}

async function exported(id: number | undefined, who: { token?: string } = editor): Promise<string[]> {
  return (await app.api.as(who).get(`/events/${id}.ics`)).text.replaceAll('\r\n ', '').split('\r\n');
}

async function stored(...lines: string[]): Promise<{ event: object; left_out: string[]; lines: string[] }> {
  const { created, failed } = await imported(file(...lines));
  expect(failed).toEqual([]);
  const [{ id, left_out = [] } = { id: 0 }] = created;
  const event: object = Object((await app.api.as(editor).get(`/events/${id}`)).body);
  return { event, left_out, lines: await exported(id) };
}

const namesOf = (table: Readonly<Record<string, Treatment>>, wanted: Treatment) =>
  Object.keys(table).filter((name) => table[name] === wanted);
const ignoredOf = (table: Readonly<Record<string, Treatment>>) =>
  Object.keys(table).filter((name) => typeof table[name] === 'object');

/** Values of kept properties; others have a text. */
const KEPT: Record<string, string> = {
  ATTENDEE: ';CN=Ann:mailto:ann@example.test',
  ATTACH: ':https://files.example/plan.pdf',
  'CALENDAR-ADDRESS': ':mailto:ann@example.test',
  CONFERENCE: ';VALUE=URI;FEATURE=PHONE:tel:+39-06-1',
  IMAGE: ';VALUE=URI;DISPLAY=BADGE:https://files.example/a.png',
  LINK: ';VALUE=URI;LINKREL=SOURCE:https://files.example/',
  PRIORITY: ':1',
  'REQUEST-STATUS': ':2.0;Success',
  RESOURCES: ':Projector,Beamer',
  SOURCE: ';VALUE=URI:https://files.example/a.ics',
  TRANSP: ':TRANSPARENT',
};

/** The effect of a property that is read on the event, its file or the report. */
const READ: Record<string, [lines: string[], event: object, line?: string]> = {
  UID: [[], {}, `UID:part-`],
  SEQUENCE: [['SEQUENCE:7'], {}, 'SEQUENCE:7'],
  DTSTAMP: [[], {}],
  'LAST-MODIFIED': [[], {}],
  DTSTART: [[], { start_date: '2033-06-01 10:00:00' }],
  DTEND: [['DTEND;TZID=Europe/Rome:20330601T110000'], { end_date: '2033-06-01 11:00:00' }],
  DURATION: [['DURATION:PT2H'], { end_date: '2033-06-01 12:00:00' }],
  RRULE: [['RRULE:FREQ=DAILY;COUNT=2'], { recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } }],
  EXRULE: [['RRULE:FREQ=DAILY;COUNT=3', 'EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=2'], {}],
  EXDATE: [
    ['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20330602T080000Z'],
    { recurrence: { exdates: ['2033-06-02 10:00:00'] } },
  ],
  RDATE: [['RDATE:20330602T080000Z'], { recurrence: { rdates: ['2033-06-02 10:00:00'] } }],
  'RECURRENCE-ID': [[], {}],
  SUMMARY: [[], { title: 'Part' }],
  DESCRIPTION: [['DESCRIPTION:Words'], { description: '<p>Words</p>' }],
  STATUS: [['STATUS:CANCELLED'], { event_status: 'canceled' }],
  CLASS: [['CLASS:PRIVATE'], { status: 'private' }],
  LOCATION: [['LOCATION:Hall of parts'], { venue: { venue: 'Hall of parts' } }],
  GEO: [['LOCATION:Place of parts', 'GEO:41.9;12.5'], { venue: { geo_lat: 41.9, geo_lng: 12.5 } }],
  CATEGORIES: [['CATEGORIES:Parts'], { categories: [{ name: 'Parts' }] }],
  URL: [['URL:https://parts.example/'], { website: 'https://parts.example/' }],
  ORGANIZER: [['ORGANIZER;CN=Part:mailto:part@example.test'], { organizer: [{ organizer: 'Part' }] }],
  'X-ALMANAC-DRAFT': [['STATUS:TENTATIVE', 'X-ALMANAC-DRAFT:TRUE'], { status: 'draft' }],
  'X-ALMANAC-STATUS': [['STATUS:TENTATIVE', 'X-ALMANAC-STATUS:POSTPONED'], { event_status: 'postponed' }],
  'X-ALMANAC-TZID': [[], {}],
  'X-ALT-DESC': [['X-ALT-DESC;FMTTYPE=text/html:<p>Two <b>words</b></p>'], { description: '<p>Two <b>words</b></p>' }],
  'X-MICROSOFT-CDO-ALLDAYEVENT': [['X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'], { all_day: true }],
  'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT': [['X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE'], { all_day: true }],
  'X-FUNAMBOL-ALLDAY': [['X-FUNAMBOL-ALLDAY:1'], { all_day: true }],
};

describe('a property of an event', () => {
  it.each(namesOf(EVENT_PROPERTIES, 'read'))('%s is read', async (name) => {
    const [lines, event, line] = READ[name] ?? [[], { unknown: name }];
    const result = await stored(...named(...lines));
    expect(result.event).toMatchObject(event);
    expect(result.left_out).toEqual([]);
    expect(result.lines.filter((one) => one.startsWith(line ?? 'BEGIN:VEVENT'))).not.toEqual([]);
  });

  it.each([...namesOf(EVENT_PROPERTIES, 'kept'), 'X-UNKNOWN-THING', 'UNKNOWN-THING'])(
    '%s is exported again, once, and changes nothing in a second import',
    async (name) => {
      const line = `${name}${KEPT[name] ?? ':Words\\, and more\\; of them'}`;
      const text = file(...named(line, line));
      const { created } = await imported(text);
      expect(created[0]).not.toHaveProperty('left_out');
      const lines = await exported(created[0]?.id);
      expect(lines.filter((one) => one.startsWith(name)).map((one) => one.replace(';VALUE=URI', ''))).toEqual([
        line.replace(';VALUE=URI', ''),
      ]);
      expect((await imported(text)).totals).toMatchObject({ skipped: 1 });
      expect((await imported(lines.join('\r\n'))).totals).toMatchObject({ skipped: 1 });
    },
  );

  it.each([...namesOf(EVENT_PROPERTIES, 'reported'), 'X-ALMANAC-FUTURE'])('%s is reported', async (name) => {
    const { left_out, lines } = await stored(...named(`${name}:Words`));
    expect(left_out).toEqual([name.toLowerCase()]);
    expect(lines.join('\n')).not.toContain('Words');
  });

  it.each(ignoredOf(EVENT_PROPERTIES))('%s is ignored for a reason', async (name) => {
    const { left_out, lines } = await stored(...named(`${name}:Words`));
    expect(left_out).toEqual([]);
    expect(lines.join('\n')).not.toContain('Words');
  });

  it.each([
    'SUMMARY:Other',
    'DESCRIPTION:One\r\nDESCRIPTION:Two',
    'PRIORITY:1\r\nPRIORITY:2',
    'COLOR:red\r\nCOLOR:blue',
  ])('that an event has once is reported for further lines: %s', async (lines) => {
    const { left_out } = await stored(...named(lines));
    expect(left_out).toEqual([lines.slice(0, lines.indexOf(':')).toLowerCase()]);
  });
});

describe('kept properties', () => {
  it('are shown to callers who may not change the event, except those of single programs', async () => {
    const lines = ['CONTACT:Ann', 'X-THING:Secret', 'REQUEST-STATUS:2.0;Success', 'PRIORITY:1'];
    const { created } = await imported(file(...named(...lines)));
    const shown = (await exported(created[0]?.id, {})).filter((line) => /^(?:CONTACT|X-THING|REQ|PRIO)/.test(line));
    expect(shown).toEqual(['CONTACT:Ann', 'PRIORITY:1']);
  });

  it('are left out and reported when they are longer than an event may have', async () => {
    const { left_out, lines } = await stored(
      ...named(`COMMENT:${'x'.repeat(30_000)}`, `X-THING:${'y'.repeat(30_000)}`),
    );
    expect(left_out).toEqual(['comment', 'x-thing']);
    expect(lines.filter((line) => /^(?:COMMENT|X-THING)/.test(line))).toEqual([]);
  });

  it('of many names are reported in a list of limited length', async () => {
    const { left_out } = await stored(...named(...Array.from({ length: 400 }, (_, i) => `X-${i};VALUE=DATE:no`)));
    expect(left_out).toHaveLength(31);
    expect(left_out.at(-1)).toBe('others');
  });
});

describe('a parameter of a property that is read', () => {
  const of = { CN: 'ORGANIZER', EMAIL: 'ORGANIZER', FMTTYPE: 'X-ALT-DESC' };
  it.each([...Object.keys(PARAMETERS), 'X-UNKNOWN'])(
    '%s is reported unless it is read or says nothing',
    async (name) => {
      if (name === 'TZID' || name === 'VALUE') return;
      const isReported = treatmentOfParameter('DESCRIPTION', name) === 'reported';
      const { left_out } = await stored(...named(`DESCRIPTION;${name}="a":Words`));
      expect(left_out).toEqual(isReported ? [`description;${name.toLowerCase()}`] : []);
    },
  );

  it.each(Object.entries(of))('%s is read with %s', (parameter, property) => {
    expect(treatmentOfParameter(property, parameter)).toBe('read');
  });
});

describe('a component', () => {
  it.each([...namesOf(EVENT_COMPONENTS, 'reported'), 'X-UNKNOWN'])('%s in an event is reported', async (name) => {
    const { left_out, lines } = await stored(...named(`BEGIN:${name}`, 'SUMMARY:Words', `END:${name}`));
    expect(left_out).toEqual([name.toLowerCase()]);
    expect(lines.join('\n')).not.toContain('Words');
  });

  it('of a kept kind is exported again', async () => {
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT5M', 'DESCRIPTION:Words', 'END:VALARM'];
    const { left_out, lines } = await stored(...named(...alarm));
    expect([namesOf(EVENT_COMPONENTS, 'kept'), left_out]).toEqual([['VALARM'], []]);
    expect(lines).toEqual(expect.arrayContaining(alarm));
  });

  it.each([...namesOf(CALENDAR_COMPONENTS, 'reported'), 'X-UNKNOWN'])('%s in a calendar is reported', async (name) => {
    const { ignored } = await imported(file(`BEGIN:${name}`, 'SUMMARY:Words', `END:${name}`, ...named()));
    expect(ignored).toEqual([{ component: name, count: 1, line: 2 }]);
  });

  it('of a kind that is read is not reported', async () => {
    expect(namesOf(CALENDAR_COMPONENTS, 'read')).toEqual(['VEVENT', 'VTIMEZONE']);
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Europe/Rome', 'BEGIN:STANDARD', 'END:STANDARD', 'END:VTIMEZONE'];
    expect(await imported(file(...zone, ...named()))).not.toHaveProperty('ignored');
  });
});

it.each([...ignoredOf(CALENDAR_PROPERTIES), 'X-UNKNOWN'])(
  'the property %s of a calendar changes nothing in its events',
  async (name) => {
    const { left_out, lines } = await stored(`${name}:Words`, ...named());
    expect(left_out).toEqual([]);
    expect(lines.join('\n')).not.toContain('Words');
  },
);
