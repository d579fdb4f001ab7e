import { type Json, record } from './routes';
import { namesIn } from './values';

const ODD_IDS = namesIn('0 -1 1.5 x 99999999999 %00 ..%2f.. 1%20 %D9%A1 constructor %ud800 1,2');
const CALENDAR = '/calendar/events/v1';

/** Lists that the record ids come from. Most routes start with the path of the list that holds their ids. */
const LISTS = namesIn(
  'attachments books chapters comments image-gallery imports pages recycle-bin roles shelves users',
).map((name) => `/api/${name}`);
const CALENDAR_LISTS = namesIn('events venues organizers categories tags feeds').map((name) => `${CALENDAR}/${name}`);

/** The first administrator and the first role. Without them the run could not create records any more. */
const PROTECTED = /^\/api\/(users|roles)\/1(\/|\?|$)/;
/** Example bodies refer to these records. */
const NOT_DELETED =
  /^(\/api\/(books|chapters|pages|shelves)|\/calendar\/events\/v1\/(events|venues|organizers))\/1(\?|$)/;

/** Callers, repeated by weight: most requests should pass the access checks. */
export const CALLERS: readonly string[] = [
  ...new Array<string>(5).fill('administrator'),
  ...namesIn('editor editor viewer reader stranger forger'),
];

/** The records that requests refer to, and the callers that send them. */
export class World {
  /** The `Authorization` header of each caller; the stranger has none. */
  readonly callers: Record<string, Record<string, string>> = {
    stranger: {},
    forger: { authorization: 'Token aaaa:bbbb' },
  };
  private readonly ids = new Map<string, string[]>();
  private readonly slugs = new Map<string, string[]>();

  constructor(
    private readonly base: string,
    private readonly token: string,
  ) {}

  /** Creates one record of each kind, and new tokens for callers whose token no longer works. */
  async refresh(): Promise<void> {
    await this.makeRecords();
    for (const [caller, roles] of [
      ['administrator', [1]],
      ['editor', [2]],
      ['viewer', [3]],
    ] as const)
      if (!(await this.isAccepted(caller))) this.callers[caller] = await this.makeCaller(caller, roles);
    if (!(await this.isAccepted('reader')))
      this.callers['reader'] = await this.makeCaller('reader', [1], ['read-only']);
    for (const list of LISTS) await this.collectIds(list, `${list}?count=20&sort=-id`, 'data');
    for (const list of CALENDAR_LISTS) await this.collectIds(list, `${list}?per_page=20`, list.split('/').at(-1) ?? '');
  }

  /** The request's path with ids of records, mostly existing ones; undefined when the request must not be sent. */
  target(method: string, target: string, pick: number): string | undefined {
    const [path = '', query] = target.split('?');
    const list = [...LISTS, ...CALENDAR_LISTS].findLast((candidate) => path.startsWith(candidate)) ?? '';
    let turn = pick;
    const filled = path.replaceAll(/[:*]([a-zA-Z]+)/g, (_, name: string) => {
      turn += 1;
      return this.parameter(name, list, turn);
    });
    if (PROTECTED.test(filled) && method !== 'GET') return undefined;
    if (NOT_DELETED.test(filled) && method !== 'GET' && method !== 'PUT') return undefined;
    return query === undefined ? filled : `${filled}?${query}`;
  }

  /** @returns the parsed answer, or its text when it is not JSON */
  async read(path: string): Promise<unknown> {
    return (await this.call('GET', path)).body;
  }

  private parameter(name: string, list: string, turn: number): string {
    if (turn % 11 === 0) return ODD_IDS[turn % ODD_IDS.length] ?? '0';
    if (name === 'format') return ['html', 'plaintext', 'markdown', 'zip', 'docx'][turn % 5] ?? 'html';
    if (name === 'contentType') return ['page', 'chapter', 'book', 'bookshelf', 'user'][turn % 5] ?? 'page';
    if (name === 'contentId') return this.one(this.ids.get('/api/pages'), turn);
    if (name === 'slug') return this.one(this.slugs.get(list), turn);
    if (name === 'token' || name === 'path') return `unknown-${turn}`;
    return name === 'id' || name === 'deletionId' ? this.one(this.ids.get(list), turn) : String(turn % 12);
  }

  private readonly one = (known: readonly string[] = [], turn: number): string =>
    known[turn % Math.max(1, known.length)] ?? '1';

  private async collectIds(list: string, path: string, key: string): Promise<void> {
    const found = record(await this.read(path))[key];
    const rows = Array.isArray(found) ? found.map(record) : [];
    this.ids.set(
      list,
      rows.map(({ id }) => String(id)),
    );
    this.slugs.set(
      list,
      rows.map(({ slug }) => encodeURIComponent(String(slug))),
    );
  }

  private async makeRecords(): Promise<void> {
    const bookId = idOf(await this.make('/api/books', { name: 'Fuzzed book', tags: [{ name: 'a', value: 'b' }] }));
    const chapterId = idOf(await this.make('/api/chapters', { book_id: bookId, name: 'Fuzzed chapter' }));
    const page = { name: 'Fuzzed page', html: '<h1>Title</h1><p>Text {{@1}}</p><ul><li>a</li></ul>' };
    const pageId = idOf(await this.make('/api/pages', { chapter_id: chapterId, ...page }));
    const binned = idOf(await this.make('/api/pages', { book_id: bookId, ...page }));
    await this.call('DELETE', `/api/pages/${binned}`);
    await this.make('/api/shelves', { name: 'Fuzzed shelf', books: [bookId] });
    await this.make('/api/comments', { page_id: pageId, html: '<p>Comment</p>' });
    await this.make('/api/attachments', { name: 'Link', uploaded_to: pageId, link: 'https://example.com/' });
    await this.make('/api/roles', { display_name: 'Fuzzed role', permissions: ['book-view-all'] });
    const day = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00', status: 'publish' };
    const linked = {
      venue: { venue: 'Hall' },
      organizer: [{ organizer: 'Club' }],
      categories: ['Fairs'],
      tags: ['open'],
    };
    const event = idOf(
      await this.make(`${CALENDAR}/events`, { title: 'Fuzzed fair', description: 'One\n\nTwo', ...day, ...linked }),
    );
    await this.make(`${CALENDAR}/events`, { title: 'Weekly', ...day, recurrence: { rules: ['FREQ=WEEKLY;COUNT=4'] } });
    await this.make(`${CALENDAR}/events/${event}/tickets`, { name: 'Seat', capacity: 5 });
    await this.make(`${CALENDAR}/feeds`, { name: 'Feed' });
  }

  private async makeCaller(
    name: string,
    roles: readonly number[],
    scopes?: readonly string[],
  ): Promise<Record<string, string>> {
    const email = `${name}-${Date.now()}@fuzz.example`;
    const user = idOf(await this.make('/api/users', { name: `Fuzz ${name}`, email, roles }));
    const token = record(await this.make(`/api/users/${user}/tokens`, { name: 'Fuzz', ...(scopes && { scopes }) }));
    return { authorization: `Token ${String(token['token_id'])}:${String(token['secret'])}` };
  }

  private async isAccepted(caller: string): Promise<boolean> {
    const headers = this.callers[caller];
    return headers !== undefined && (await fetch(`${this.base}/api/system`, { headers })).status !== 401;
  }

  private async make(path: string, body: Json): Promise<unknown> {
    return (await this.call('POST', path, body)).body;
  }

  private async call(method: string, path: string, body?: Json): Promise<{ status: number; body: unknown }> {
    const headers = { authorization: `Token ${this.token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${this.base}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    return {
      status: answer.status,
      body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    };
  }
}

const idOf = (answer: unknown): number => Number(record(answer)['id'] ?? 0);
