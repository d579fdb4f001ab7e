import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { Made } from '../../testing/given';

let app: CalendarApp;
let ann: Person;
let bob: Person;
/** Ann with a token that changes no events, and so sees no attendance. */
let narrow: Person;
let editor: Person;
let made: Record<
  'open' | 'other' | 'twin' | 'locked' | 'series' | 'venue' | 'place' | 'organizer' | 'category' | 'tag',
  Made
>;

const DAY = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' };

beforeAll(async () => {
  app = await startCalendar();
  const { given } = app;
  [ann, bob, editor] = [given.author(), given.author(), given.editor()];
  narrow = app.content.narrowed(ann, ['event-create']);
  const [venue, place] = [await given.venue({ venue: 'The hall' }), await given.venue({ venue: 'The park' })];
  const [organizer, category, tag] = [await given.organizer(), await given.category(), await given.tag()];
  const filed = { venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id] };
  const open = await given.event({ title: 'Open day', ...DAY, ...filed }, ann);
  await given.attendee(await given.ticket({ capacity: 5 }, open.id));
  await given.event({ title: 'Draft of Ann', status: 'draft', ...DAY, ...filed }, ann);
  await given.event({ title: 'Draft of Bob', status: 'draft', ...DAY, ...filed }, bob);
  made = {
    open,
    other: await given.event({ title: 'Other day', ...DAY, start_date: '2031-05-01 09:00:00', venue: place.id }),
    twin: await given.event({ title: 'Other day', start_date: '2031-05-07 09:00', end_date: '2031-05-07 10:00' }),
    locked: await given.event({ title: 'Locked', description: 'Inside', password: 'sesame', ...DAY, tags: [tag.id] }),
    series: await given.event({ title: 'Course', ...DAY, rrule: 'FREQ=DAILY;COUNT=3' }),
    ...{ venue, place, organizer, category, tag },
  };
});
afterAll(() => app.close());

/** A request, and a text of its answer that the answer to the other one of the pair lacks. */
interface Read {
  path: string;
  by?: () => Partial<Person>;
  /** The prefix that the gateway names. */
  prefix?: string;
  own: RegExp;
  status?: 403 | 200;
}

const YEAR = 'start_date=2031-01-01&end_date=2031-12-31';
const [OWN, OTHER] = [/calendar\.example\/calendar\/events/, /calendar\.example\/other/];
/** A list or calendar file with own drafts. */
const byCaller = (path: string): [part: string, one: Read, two: Read][] => [
  [`the user of ${path}`, { path, by: () => ann, own: /Draft of Ann/ }, { path, by: () => bob, own: /Draft of Bob/ }],
  [
    `the signed-in user of ${path}`,
    { path, by: () => editor, own: /Draft of Ann/ },
    { path, own: /^(?!.*Draft of Ann)/s },
  ],
];
const byPrefix = (path: string): [part: string, one: Read, two: Read] => [
  `the prefix of ${path}`,
  { path, own: OWN },
  { path, prefix: '/other', own: OTHER },
];

const PAIRS: [part: string, one: Read, two: Read][] = [
  ...[`/events?${YEAR}`, `/events?${YEAR}&venue=VENUE`].flatMap(byCaller),
  ...['/venues/VENUE.ics', '/organizers/ORGANIZER.ics', '/categories/CATEGORY.ics', `/events.ics?${YEAR}`].flatMap(
    byCaller,
  ),
  ...[
    '/events/OPEN',
    `/events?${YEAR}`,
    '/venues',
    '/organizers',
    '/categories/CATEGORY',
    '/categories',
    '/tags/TAG',
    '/tags',
    '/events/SERIES/occurrences',
    '/events/OPEN.ics',
    '/events.ics',
  ].map(byPrefix),
  ...['/events/OPEN', `/events?${YEAR}`].flatMap((path): [part: string, one: Read, two: Read][] => [
    [
      `the right to change events at ${path}`,
      { path, by: () => editor, own: /"checked_in"/ },
      { path, own: /^(?!.*"checked_in")/s },
    ],
    [
      `the limits of a token at ${path}`,
      { path, by: () => ann, own: /"checked_in"/ },
      { path, by: () => narrow, own: /^(?!.*"checked_in")/s },
    ],
  ]),
  ['the id', { path: '/events/OPEN', own: /Open day/ }, { path: '/events/OTHER', own: /Other day/ }],
  ['the id of a venue', { path: '/venues/VENUE', own: /The hall/ }, { path: '/venues/PLACE', own: /The park/ }],
  [
    'the id of a calendar file',
    { path: '/events/OPEN.ics', own: /SUMMARY:Open day/ },
    { path: '/events/OTHER.ics', own: /SUMMARY:Other day/ },
  ],
  [
    'the venue of a calendar file',
    { path: `/venues/VENUE.ics?${YEAR}`, own: /SUMMARY:Open day/ },
    { path: `/venues/PLACE.ics?${YEAR}`, own: /SUMMARY:Other day/ },
  ],
  [
    'the filter of a calendar file',
    { path: `/events.ics?${YEAR}&search=open`, own: /SUMMARY:Open day/ },
    { path: `/events.ics?${YEAR}&search=other`, own: /SUMMARY:Other day/ },
  ],
  [
    'the dates of a calendar file',
    { path: '/events.ics?end_date=2031-12-31', own: /SUMMARY:Open day/ },
    { path: '/events.ics?end_date=2031-01-31', own: /^(?!.*SUMMARY)/s },
  ],
  [
    'the name of a calendar file',
    { path: '/venues/VENUE.ics', own: /X-WR-CALNAME:The hall/ },
    { path: '/events.ics?venue=VENUE', own: /^(?!.*X-WR-CALNAME:The hall)/s },
  ],
  [
    'the order',
    { path: `/events?${YEAR}&sort=title`, own: /Open day.*Other day/s },
    { path: `/events?${YEAR}&sort=-title`, own: /Other day.*Open day/s },
  ],
  [
    'the page',
    { path: `/events?${YEAR}&per_page=1&sort=title&search=day`, own: /Open day/ },
    { path: `/events?${YEAR}&per_page=1&sort=title&search=day&page=2`, own: /Other day/ },
  ],
  [
    'the occurrence',
    { path: '/events/SERIES?occurrence_date=2031-05-02', own: /"start_date":"2031-05-02 / },
    { path: '/events/SERIES?occurrence_date=2031-05-03', own: /"start_date":"2031-05-03 / },
  ],
  [
    'the occurrence in a list',
    { path: '/events?search=course&start_date=2031-05-02&end_date=2031-05-02', own: /"start_date":"2031-05-02 / },
    { path: '/events?search=course&start_date=2031-05-03&end_date=2031-05-03', own: /"start_date":"2031-05-03 / },
  ],
  [
    'the venue in a list',
    { path: '/venues?search=hall', own: /The hall/ },
    { path: '/venues?search=park', own: /The park/ },
  ],
  [
    'the id in calendar files of one name',
    { path: '/events/OTHER.ics', own: /DTSTART[^\n]*:20310501T090000/ },
    { path: '/events/TWIN.ics', own: /DTSTART[^\n]*:20310507T090000/ },
  ],
  [
    'the list or the single event',
    { path: '/events/LOCKED?password=sesame', own: /Inside/ },
    { path: `/events?${YEAR}&search=locked`, own: /^(?!.*Inside)/s },
  ],
  ...(
    [
      ['/events/LOCKED', 403],
      ['/events?include=LOCKED', 200],
      ['/events/LOCKED.ics', 200],
      ['/events.ics?include=LOCKED', 200],
    ] as const
  ).flatMap(([path, status]): [part: string, one: Read, two: Read][] => {
    const [locked, opened] = [
      { status, own: /^(?!.*Inside)/s },
      { path: withPassword(path, 'sesame'), own: /Inside/ },
    ];
    return [
      [`a password at ${path}`, opened, { path, ...locked }],
      [`the right password at ${path}`, opened, { path: withPassword(path, 'wrong'), ...locked }],
    ];
  }),
];

/** Forms of one version, which have its ETag. */
const FORMS: typeof PAIRS = [
  [
    'the chosen members',
    { path: '/events/OPEN?fields=title', own: /^\{"title":"Open day"\}$/ },
    { path: '/events/OPEN?fields=id', own: /^\{"id":\d+\}$/ },
  ],
  [
    'the envelope',
    { path: '/events/OPEN', own: /^\{(?!"body")/ },
    { path: '/events/OPEN?_envelope', own: /^\{"body"/ },
  ],
];

function withPassword(path: string, password: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}password=${password}`;
}

const filled = (path: string): string =>
  path.replace(/[A-Z]{3,}/, (name) => {
    const known = new Map<string, Made>(Object.entries(made));
    return String(known.get(name.toLowerCase())?.id);
  });

const answerOf = async ({ path, by, prefix }: Read, etag?: string) => {
  const { status, text, headers } = await app.api
    .as(by?.() ?? {})
    .with({ ...(prefix !== undefined && { 'x-forwarded-prefix': prefix }), ...(etag && { 'if-none-match': etag }) })
    .get(filled(path));
  return { status, text: text.replaceAll('\r\n ', ''), etag: headers.get('etag') ?? undefined };
};

async function expectOwn(read: Read, other: Read, etag?: string): Promise<string | undefined> {
  const answer = await answerOf(read, etag);
  expect([read, answer.status, answer.text]).toEqual([read, read.status ?? 200, expect.stringMatching(read.own)]);
  expect(answer.text).not.toMatch(other.own);
  return answer.etag;
}

describe('answers that were given before are told apart by', () => {
  it.each([...PAIRS, ...FORMS])('%s', async (_, one, two) => {
    await expectOwn(one, two);
    await expectOwn(two, one);
    await expectOwn(one, two);
    await expectOwn(two, one);
  });
});

describe('an ETag tells apart', () => {
  it.each(PAIRS)('%s', async (_, one, two) => {
    const [ofOne, ofTwo] = [await expectOwn(one, two), await expectOwn(two, one)];
    await expectOwn(two, one, ofOne);
    await expectOwn(one, two, ofTwo);
  });
});
