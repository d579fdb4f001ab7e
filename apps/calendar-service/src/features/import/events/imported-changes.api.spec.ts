import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import type { Made } from '../../../testing/given';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

interface Report {
  created: { id: number }[];
  updated: { id: number }[];
  skipped: { reason: string }[];
  failed: { message: string }[];
}

let files = 0;
const newUid = () => `changes-${(files += 1)}@example.test`;

async function imported(lines: readonly string[], by: Person = editor): Promise<Report> {
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''];
  const form = new FormData();
  form.append('file', new Blob([text.join('\r\n')]), 'events.ics');
  const { status, body } = await app.api.as(by).post('/import', form);
  expect({ status, body }).toMatchObject({ status: 200 });
  return Object(body) as Report;
}

const read = async (id: number): Promise<Made> => (await app.api.as(editor).get(`/events/${id}`)).body as Made;

/** The lines of one event by property, in the order of the file. */
const FORMER: Readonly<Record<string, string>> = {
  SUMMARY: 'SUMMARY:Former',
  DTSTART: 'DTSTART;TZID=Europe/Rome:20310501T100000',
  DTEND: 'DTEND;TZID=Europe/Rome:20310501T110000',
  RRULE: 'RRULE:FREQ=DAILY;COUNT=3',
  DESCRIPTION: 'DESCRIPTION:Former text',
  LOCATION: 'LOCATION:Former hall',
  ORGANIZER: 'ORGANIZER;CN=Former:mailto:former@example.test',
  CATEGORIES: 'CATEGORIES:Former kind',
  URL: 'URL:https://former.example/',
};

/** Stores an event by an import, and gives it this status. */
async function stored(status: string, author: Person = editor): Promise<{ id: number; uid: string }> {
  const uid = newUid();
  const [made] = (await imported([`UID:${uid}`, ...Object.values(FORMER)])).created;
  const id = made?.id ?? 0;
  const changes = { status, author: author.id, slug: `slug-${id}`, ...(status === 'future' && { date: '2999-01-01' }) };
  const { body } = await app.api.as(editor).patch(`/events/${id}`, changes);
  expect(body).toMatchObject({ status, author: author.id, title: 'Former' });
  return { id, uid };
}

/** A later file about the event, with other lines. */
const later = (uid: string, lines: Readonly<Record<string, string>>, ...more: string[]) => [
  `UID:${uid}`,
  'SEQUENCE:50',
  ...Object.values({ ...FORMER, ...lines }).filter((line) => line !== ''),
  ...more,
];

describe('an import into an existing event', () => {
  const ROWS: [former: string, line: string, status: string][] = [
    ...['publish', 'private', 'draft', 'pending', 'future'].flatMap((former): typeof ROWS => [
      [former, 'X-OTHER:1', former],
      [former, 'X-ALMANAC-DRAFT:TRUE', former],
      [former, 'CLASS:PUBLIC', former === 'private' ? 'publish' : former],
      [former, 'CLASS:PRIVATE', 'private'],
      [former, 'CLASS:X-OURS', 'private'],
    ]),
  ];

  it.each(ROWS)('of status %s with the line %s gives it the status %s', async (former, line, status) => {
    const { id, uid } = await stored(former);
    expect((await imported(later(uid, { SUMMARY: 'SUMMARY:Later' }, line))).updated).toMatchObject([{ id }]);
    expect(await read(id)).toMatchObject({ id, title: 'Later', status });
  });

  it.each([
    ['draft', 'CLASS:PUBLIC', 'draft'],
    ['pending', 'CLASS:PUBLIC', 'pending'],
    ['private', 'CLASS:PUBLIC', 'pending'],
    ['draft', 'CLASS:PRIVATE', 'private'],
  ])('of an author who may not publish, of status %s with %s, makes it %s', async (former, line, status) => {
    const author = app.given.contributor();
    const { id, uid } = await stored(former, author);
    await imported(later(uid, { SUMMARY: 'SUMMARY:Later' }, line), author);
    expect(await read(id)).toMatchObject({ id, title: 'Later', status });
  });

  it.each(['publish', 'future'])('of an author who may not publish fails for the status %s', async (former) => {
    const author = app.given.contributor();
    const { id, uid } = await stored(former, author);
    for (const line of ['X-OTHER:1', 'CLASS:PRIVATE'])
      expect((await imported(later(uid, { SUMMARY: 'SUMMARY:Later' }, line), author)).failed).toMatchObject([
        { message: 'You may not change the event that has this UID.' },
      ]);
    expect(await read(id)).toMatchObject({ title: 'Former', status: former });
  });

  it('in the trash is skipped', async () => {
    const { id, uid } = await stored('publish');
    await app.api.as(editor).delete(`/events/${id}`);
    expect((await imported(later(uid, {}, 'CLASS:PUBLIC'))).skipped).toMatchObject([{ reason: 'It is in the trash.' }]);
    expect(await app.database.query('SELECT status FROM events WHERE id = $1', [id])).toEqual([{ status: 'trash' }]);
  });
});

describe('a line of a later file', () => {
  const END = { DTEND: 'DTEND;TZID=Europe/Rome:20310501T120000' };
  const DAYS = { DTSTART: 'DTSTART;VALUE=DATE:20310501', DTEND: 'DTEND;VALUE=DATE:20310502' };
  const NEW_YORK = {
    DTSTART: 'DTSTART;TZID=America/New_York:20310501T040000',
    DTEND: 'DTEND;TZID=America/New_York:20310501T050000',
  };
  /** The members of the event that each change concerns; all others stay. */
  const CHANGES: [name: string, lines: Record<string, string>, more: string[], changed: object][] = [
    ['SUMMARY', { SUMMARY: 'SUMMARY:Later' }, [], { title: 'Later' }],
    ['DTEND', END, [], { utc_end_date: '2031-05-01 10:00:00' }],
    ['VALUE=DATE', DAYS, [], { all_day: true }],
    ['TZID', NEW_YORK, [], { timezone: 'America/New_York', utc_start_date: '2031-05-01 08:00:00' }],
    ['RRULE', { RRULE: 'RRULE:FREQ=DAILY;COUNT=4' }, [], { recurrence: { rrule: 'FREQ=DAILY;COUNT=4' } }],
    ['no RRULE', { RRULE: '' }, [], { recurrence: undefined }],
    [
      'RDATE instead of RRULE',
      { RRULE: 'RDATE;TZID=Europe/Rome:20310509T100000' },
      [],
      { recurrence: { rrule: '', rdates: ['2031-05-09 10:00:00'] } },
    ],
    ['DESCRIPTION', { DESCRIPTION: 'DESCRIPTION:Later text' }, [], { description: '<p>Later text</p>' }],
    ['LOCATION', { LOCATION: 'LOCATION:Later hall' }, [], { venue: { venue: 'Later hall' } }],
    ['ORGANIZER', { ORGANIZER: 'ORGANIZER;CN=Later:mailto:b@x.test' }, [], { organizer: [{ organizer: 'Later' }] }],
    ['CATEGORIES', { CATEGORIES: 'CATEGORIES:Later kind' }, [], { categories: [{ name: 'Later kind' }] }],
    ['URL', { URL: 'URL:https://later.example/' }, [], { website: 'https://later.example/' }],
    ['STATUS', {}, ['STATUS:CANCELLED'], { event_status: 'canceled' }],
    ['X-ALMANAC-STATUS', {}, ['X-ALMANAC-STATUS:POSTPONED'], { event_status: 'postponed' }],
  ];
  const MEMBERS =
    'title description website status event_status all_day timezone utc_start_date utc_end_date venue organizer categories tags slug author hide_from_listings featured sticky cost password_protected';
  /** The members that a change of `changed` may concern as well. */
  const ALONG: Readonly<Record<string, string[]>> = { all_day: ['utc_start_date', 'utc_end_date'] };
  const part = (event: Made, names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => [name, JSON.stringify(event[name] ?? null).replace(/"(?:count|modified\w*)":[^,}]*/g, '')]),
    );

  it.each(CHANGES)('(%s) changes its members alone', async (_, lines, more, changed) => {
    for (const status of ['publish', 'private', 'draft']) {
      const { id, uid } = await stored(status);
      const before = await read(id);
      expect((await imported(later(uid, lines, ...more))).updated).toMatchObject([{ id }]);
      const after = await read(id);
      expect({ recurrence: undefined, ...after }).toMatchObject({ ...changed, status });
      const concerned = Object.keys(changed).flatMap((name) => [name, ...(ALONG[name] ?? [])]);
      const others = MEMBERS.split(' ').filter((name) => !concerned.includes(name));
      expect(part(after, others)).toEqual(part(before, others));
    }
  });

  it('that is missing leaves the member as it is', async () => {
    const { id, uid } = await stored('private');
    const before = await read(id);
    const { SUMMARY = '', DTSTART = '', DTEND = '', RRULE = '' } = FORMER;
    await imported([`UID:${uid}`, 'SEQUENCE:50', `${SUMMARY} and later`, DTSTART, DTEND, RRULE]);
    const others = MEMBERS.split(' ').filter((name) => name !== 'title');
    const after = await read(id);
    expect(after).toMatchObject({ title: 'Former and later', description: '<p>Former text</p>' });
    expect(part(after, others)).toEqual(part(before, others));
  });
});

describe('a new event of a file', () => {
  it.each([
    ['an editor', 'X-OTHER:1', 'publish'],
    ['an editor', 'CLASS:PUBLIC', 'publish'],
    ['an editor', 'CLASS:PRIVATE', 'private'],
    ['an editor', 'X-ALMANAC-DRAFT:TRUE', 'draft'],
    ['a contributor', 'X-OTHER:1', 'draft'],
    ['a contributor', 'CLASS:PUBLIC', 'draft'],
    ['a contributor', 'CLASS:PRIVATE', 'private'],
  ])('of %s with the line %s gets the status %s', async (caller, line, status) => {
    const by = caller === 'an editor' ? editor : app.given.contributor();
    const { created } = await imported([`UID:${newUid()}`, ...Object.values(FORMER), line], by);
    expect(await read(created[0]?.id ?? 0)).toMatchObject({ status, author: by.id });
  });
});
