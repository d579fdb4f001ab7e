const EVENTS = '/calendar/events/v1/events';
const DAY = { start_date: '2031-12-01 10:00', end_date: '2031-12-01 11:00', status: 'publish' };
const BOUNDARY = 'bench-boundary';

/** One request of an attack. */
export interface Shot {
  method: string;
  path: string;
  type?: string;
  body?: string | Buffer;
  /** Sent without a token. */
  isStranger?: boolean;
  /** The connection breaks after the body, before the announced length. */
  breaks?: boolean;
}

export interface Attack {
  name: string;
  /** The last request is measured; earlier ones prepare it. */
  shots: (world: { bookId: number; lastId: number }) => Shot[];
  /** Concurrent copies of the last request. */
  times?: number;
}

const json = (path: string, body: object | string): Shot => ({
  method: 'POST',
  path,
  type: 'application/json',
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const page = (html: string) => (world: { bookId: number }) => [
  json('/api/pages', { book_id: world.bookId, name: 'Attack', html }),
];

const markdown = (text: string) => (world: { bookId: number }) => [
  json('/api/pages', { book_id: world.bookId, name: 'Attack', markdown: text }),
];

const event = (fields: object): Shot => json(EVENTS, { title: 'Attack', ...DAY, ...fields });

const wideJson = (piece: string, megabytes: number): string =>
  `[${piece.repeat((megabytes * 1_000_000) / piece.length)}0]`;
const wideForm = Array.from({ length: 9_999 }, (_, i) => `a[${i}]=1`).join('&');
const form = (path: string): Shot => ({
  method: 'POST',
  path,
  type: 'application/x-www-form-urlencoded',
  body: wideForm,
  isStranger: true,
});

const cutUpload: Shot = {
  method: 'POST',
  path: '/api/attachments',
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  body: `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc`,
  breaks: true,
};

const nested = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);
const ladder = Array.from({ length: 1_499 }, (_, i) => `${'`'.repeat(i + 1)} a `).join('');
const table = `<table>${`<tr>${'<td>a</td>'.repeat(30)}</tr>`.repeat(2_000)}</table>`;

const calendarFile = (events: number, rule = ''): string => {
  const one = (i: number) =>
    [
      'BEGIN:VEVENT',
      `UID:attack-${i}@bench`,
      'DTSTART:20311201T100000Z',
      'DTEND:20311201T110000Z',
      `SUMMARY:Event ${i}`,
      rule,
      'END:VEVENT',
    ]
      .filter((line) => line !== '')
      .join('\r\n');
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...Array.from({ length: events }, (_, i) => one(i)),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
};

const imported = (text: string): Shot => ({
  method: 'POST',
  path: '/calendar/events/v1/import?dry_run=true',
  type: 'text/calendar',
  body: text,
});

/** Requests that once stopped or slowed a service, by the names of the table that is printed. */
export const ATTACKS: readonly Attack[] = [
  { name: 'an upload that breaks off', shots: () => [cutUpload] },
  {
    name: 'a stranger’s JSON of 20 MB, `[],`',
    shots: () => [{ ...json('/api/books', wideJson('[],', 20)), isStranger: true }],
  },
  {
    name: 'three of 55 MB at once, `{},`',
    times: 3,
    shots: () => [{ ...json('/api/books', wideJson('{},', 55)), isStranger: true }],
  },
  { name: 'a stranger’s form of 97 KB to the content', shots: () => [form('/api/books')] },
  { name: 'the same to the calendar', shots: () => [form(EVENTS)] },
  { name: 'the same to the log-in page', shots: () => [form('/login')] },
  { name: 'an event described by 100,000 blanks', shots: () => [event({ description: `a${' '.repeat(100_000)}b` })] },
  {
    name: 'reading it, as a stranger',
    shots: ({ lastId }) => [{ method: 'GET', path: `${EVENTS}/${lastId}`, isStranger: true }],
  },
  { name: 'an event titled by 1.9 MB of `<`', shots: () => [event({ title: '<'.repeat(1_900_000) })] },
  {
    name: 'an event with 5,000 new categories',
    shots: () => [event({ categories: Array.from({ length: 5_000 }, (_, i) => `category ${i}`).join(',') })],
  },
  {
    name: 'an event with 20,000 new venues',
    shots: () => [event({ venue: Array.from({ length: 20_000 }, (_, i) => ({ venue: `Hall ${i}` })) })],
  },
  { name: 'a page of `<div>a` × 30,000', shots: page('<div>a'.repeat(30_000)) },
  { name: 'a page of 200,000 empty paragraphs', shots: page('<p></p>'.repeat(200_000)) },
  { name: 'a page of backticks 1 to 1,499', shots: markdown(ladder) },
  { name: 'a page of 20,000 include tags', shots: page('<p>{{@1}}</p>'.repeat(20_000)) },
  { name: 'a page of lists 800 deep', shots: page(nested('<ul><li>a', '</li></ul>', 800)) },
  { name: 'a page of a table of 60,000 cells', shots: page(table) },
  { name: 'a page of `<b>` × 100,000', shots: page('<b>'.repeat(100_000)) },
  { name: 'a calendar file of 5,000 events, tried', shots: () => [imported(calendarFile(5_000))] },
  {
    name: '50 events daily for ten years, tried',
    shots: () => [imported(calendarFile(50, 'RRULE:FREQ=DAILY;COUNT=3650'))],
  },
];
