import { createServer } from 'node:http';
import type { VisitingBrowser } from '@almanac/testing';
import { idOf } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { loggedIn } from '../../testing/logged-in';
import type { Person } from '../../testing/given';

const FIELDS = {
  name: 'Hook',
  endpoint: 'https://hooks.example/',
  'events[]': 'book_create',
  timeout: '3',
  active: 'on',
};

/** The categories of a calendar. */
const CATEGORIES = [
  { id: 7, name: 'Music' },
  { id: 8, name: 'Music & dance' },
];
const calendar = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://calendar');
  const ids = searchParams.get('include')?.split(',').map(Number);
  const text = searchParams.get('search') ?? '';
  const categories = CATEGORIES.filter(({ id, name }) =>
    ids ? ids.includes(id) : name.toLowerCase().includes(text.toLowerCase()),
  );
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ categories }));
});

let app: ContentApp;
let admin: Person;
let browser: VisitingBrowser;
beforeAll(async () => {
  await new Promise<void>((resolve) => calendar.listen(0, '127.0.0.1', resolve));
  const address = calendar.address();
  if (address === null || typeof address === 'string') throw new Error('The calendar has no port');
  app = await startContent({ CALENDAR_URL: `http://127.0.0.1:${address.port}` });
  admin = await app.given.admin();
  browser = await loggedIn(app, admin);
});
afterAll(async () => {
  await app.close();
  calendar.closeAllConnections();
  await new Promise((resolve) => calendar.close(resolve));
});

/** Creates a webhook in the form. @returns the address of its page */
async function created(fields: Record<string, string> = {}): Promise<string> {
  const { headers } = await browser.submit('/settings/webhooks/new', { ...FIELDS, ...fields });
  const [path] = /^\/settings\/webhooks\/\d+(?=\/secret$)/.exec(headers.get('location') ?? '') ?? [];
  if (path === undefined) throw new Error(`the form led to ${headers.get('location')}`);
  return path;
}
const stored = async (path: string) => (await app.api.as(admin).get(path.replace('/settings', '/api'))).body;

/** Creates a book or shelf by the API, so that the search knows it. @returns its id */
const given = async (type: 'book' | 'bookshelf', name: string) =>
  idOf((await app.api.as(admin).post(type === 'book' ? '/api/books' : '/api/shelves', { name })).body);

describe('the form of a webhook', () => {
  const scopeIn = (html: string): string[] =>
    [...html.matchAll(/name="(\w+_ids)\[\]" value="(\d+)"( checked)?> (.*?)<\/label>/g)].map(
      ([, name, id, checked, label = '']) => `${name} ${id}${checked ?? ''}: ${label.replace(/<[^>]+>/g, '')}`,
    );

  it('takes shelves and books by name or number, and shows their names', async () => {
    const [tides, winds] = await Promise.all([given('book', 'Tides of the north'), given('book', 'Winds & sails')]);
    const shelf = await given('bookshelf', 'Harbour shelf');
    const path = await created({ add_shelf: 'harbour SHELF', add_book: 'tides of the north' });
    expect(await stored(path)).toMatchObject({ shelf_ids: [shelf], book_ids: [tides], category_ids: [] });
    await browser.submit(path, { ...FIELDS, 'book_ids[]': String(tides), add_book: `#${winds}` });
    expect(await stored(path)).toMatchObject({ shelf_ids: [], book_ids: [tides, winds] });
    expect(scopeIn((await browser.get(path)).text)).toEqual([
      `book_ids ${tides} checked: Tides of the north`,
      `book_ids ${winds} checked: Winds &amp; sails`,
    ]);
  });

  it('offers the records to choose from when several match', async () => {
    const [spring, autumn] = await Promise.all([given('book', 'Almanac spring'), given('book', 'Almanac autumn')]);
    const path = await created();
    const { text } = await browser.submitAndFollow(path, { ...FIELDS, add_book: 'almanac' });
    expect(text).toContain('No book is called exactly “almanac”. Tick those that you mean, or enter another name.');
    expect(text).toContain('name="add_book" type="text" value="almanac"');
    const offered = [
      `book_ids ${spring}: Almanac spring number ${spring}`,
      `book_ids ${autumn}: Almanac autumn number ${autumn}`,
    ];
    expect(scopeIn(text)).toEqual(expect.arrayContaining(offered));
    await browser.submit(path, { ...FIELDS, 'book_ids[]': String(autumn), add_book: 'almanac' });
    expect(await stored(path)).toMatchObject({ book_ids: [autumn] });
  });

  it('takes categories of the calendar by name', async () => {
    const path = await created({ add_category: 'music' });
    expect(await stored(path)).toMatchObject({ category_ids: [7] });
    expect(scopeIn((await browser.get(path)).text)).toEqual(['category_ids 7 checked: Music']);
  });

  it('asks which one of those with the same name is meant', async () => {
    const same = [await given('book', 'Twins'), await given('book', 'TWINS')];
    const path = await created();
    const { text } = await browser.submitAndFollow(path, { ...FIELDS, add_book: 'twins' });
    expect(text).toContain('Several books are called “twins”. Tick those that you mean.');
    expect(scopeIn(text).sort()).toEqual(
      same.map((id, index) => `book_ids ${id}: ${['Twins', 'TWINS'][index]} number ${id}`).sort(),
    );
  });

  it.each([
    ['add_book', 'zzzyx', 'No book that you can see matches'],
    ['add_book', 'Tides of the south', 'No book is called exactly'],
    ['add_book', '2147483', 'No book that you can see matches'],
    ['add_shelf', '{type:page}', 'No shelf'],
    ['add_category', 'Painting', 'No category that you can see matches'],
  ])('refuses the unknown %s %j, and keeps what was entered', async (field, text, message) => {
    const page = await browser.submitAndFollow('/settings/webhooks/new', { ...FIELDS, name: 'Kept', [field]: text });
    expect(page.text).toContain(message);
    expect(page.text).toContain('value="Kept"');
    expect((await browser.get('/settings/webhooks/new')).text).not.toContain('value="Kept"');
  });

  it('keeps records that its reader cannot see', async () => {
    const path = await created({ 'book_ids[]': '2147483', 'category_ids[]': '70' });
    const { text } = await browser.get(path);
    expect(scopeIn(text)).toEqual([
      'book_ids 2147483 checked: Number 2147483, which you cannot see',
      'category_ids 70 checked: Number 70, which you cannot see',
    ]);
  });

  it('never lists a whole library', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, number) => given('book', `Volume ${number}`)));
    const { text } = await browser.submitAndFollow('/settings/webhooks/new', { ...FIELDS, add_book: 'volume' });
    expect(scopeIn(text)).toHaveLength(20);
    expect(scopeIn((await browser.get('/settings/webhooks/new')).text)).toEqual([]);
  });

  it('names the setting that allows private addresses', async () => {
    const { text } = await browser.submitAndFollow('/settings/webhooks/new', {
      ...FIELDS,
      endpoint: 'http://10.0.0.7/',
    });
    expect(text).toContain('The Address of the receiver must be a public http or https address.');
    expect(text).toContain('OUTGOING_ALLOWED_HOSTS');
  });

  it('shows its faults with the entered values, chosen events included', async () => {
    const fields = { ...FIELDS, name: '', timeout: '0', 'events[]': 'api_token_create' };
    const { text } = await browser.submitAndFollow('/settings/webhooks/new', fields);
    for (const part of ['The Name field is required.', 'value="0"', 'value="api_token_create" checked'])
      expect(text).toContain(part);
    expect((await browser.get('/settings/webhooks/new')).text).not.toContain('value="0"');
  });

  it('switches a webhook off, and with it the test message', async () => {
    const path = await created();
    const off = { ...FIELDS, active: '' };
    expect((await browser.submitAndFollow(path, off)).text).toContain('The webhook is saved.');
    expect(await stored(path)).toMatchObject({ active: false });
    const { status, text } = await browser.submit(path, {}, `${path}/test`);
    expect([status, text.includes('The webhook is switched off.')]).toEqual([409, true]);
  });
});

describe('the secret of a webhook', () => {
  it('is shown once, and only in the session that made it', async () => {
    const path = await created();
    const other = await loggedIn(app, await app.given.admin());
    expect((await other.get(`${path}/secret`)).headers.get('location')).toBe(path);
    expect((await browser.get(`${path}/secret`)).text).toContain('whsec_');
    expect((await browser.get(`${path}/secret`)).headers.get('location')).toBe(path);
  });
});

describe('another administrator', () => {
  it('cannot read the deliveries, send a test or replace the secret before becoming the owner', async () => {
    const path = await created();
    const other = await loggedIn(app, await app.given.admin());
    expect((await other.get(path)).text).toContain('Save this webhook to become its owner');
    expect((await other.get(`${path}/deliveries`)).status).toBe(403);
    for (const action of ['test', 'secret'])
      expect((await other.submit(path, {}, `${path}/${action}`)).status).toBe(403);
    await other.submit(path, FIELDS);
    expect((await other.get(`${path}/deliveries`)).status).toBe(200);
    expect((await browser.get(`${path}/deliveries`)).status).toBe(403);
  });
});

describe('the log of deliveries', () => {
  it('is paged and narrowed by state, and shows message and answer as text', async () => {
    const path = await created();
    const id = idOf(await stored(path));
    await app.database.query(
      `INSERT INTO webhook_deliveries (webhook_id, message_id, event, body, state, response_status, response_body, attempts)
       SELECT $1, 'msg-' || number, 'book_create', '{"text": "<b>"}', CASE number WHEN 51 THEN 'failed' ELSE 'delivered' END, 200, '<script>', 1
       FROM generate_series(1, 51) number`,
      [id],
    );
    const links = async (query: string) =>
      [...(await browser.get(`${path}/deliveries${query}`)).text.matchAll(/<th scope="row"><a href="([^"]+)"/g)].map(
        ([, href = '']) => href,
      );
    expect(await links('')).toHaveLength(50);
    expect(await links('?page=2')).toHaveLength(1);
    const [failed, ...others] = await links('?state=failed');
    expect(others).toEqual([]);
    const { text } = await browser.get(failed ?? '');
    expect(text).toContain('&quot;text&quot;: &quot;&lt;b&gt;&quot;');
    expect(text).toContain('&lt;script&gt;');
    expect((await browser.get(`${path}/deliveries/999999`)).status).toBe(404);
  });
});
