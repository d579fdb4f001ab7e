import { nonEmpty, type TestApi, type TestResponse } from '@almanac/testing';
import { idOf, member } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

let app: ContentApp;
let admin: TestApi;
/** Addresses of all lists that the description knows. */
let lists: string[];
beforeAll(async () => {
  app = await startContent();
  admin = app.api.as(await app.given.admin());
  // Lists of tokens show when a token was used, so nobody uses the tokens of this user.
  const { id: user } = await app.given.viewer();
  const page = await app.given.page({ name: 'Listed', html: '<p>Listed</p>' });
  await app.given.shelf();
  await admin.put(`/api/pages/${page.id}`, { name: 'Listed again', tags: [{ name: 'Colour', value: 'red' }] });
  const { paths } = JSON.parse((await admin.get('/api/openapi.json')).text);
  const hook = { name: 'Quiet', endpoint: 'https://receiver.example', events: ['page_create'], active: false };
  const webhook = idOf((await admin.post('/api/webhooks', hook)).body);
  const ids: Record<string, number> = { user, page: page.id, webhook };
  lists = Object.keys(paths)
    .filter((path) => paths[path].get?.responses['200']?.headers?.['X-Total-Count'])
    .map((path) => path.replace(/\/(user|page|webhook)s\/\{\w+\}/, (_, kind: string) => `/${kind}s/${ids[kind]}`))
    .map((path) => (path === '/api/search' ? `${path}?query=listed` : path))
    .map((path) => (path === '/api/tags/values-for-name' ? `${path}?name=Colour` : path));
});
afterAll(() => app.close());

const tagOf = ({ headers }: TestResponse): string => headers.get('etag') ?? '';
const knowing = (etag: string, api = admin) => api.with({ 'if-none-match': etag });

describe('every list', () => {
  it('is described', () => {
    expect(lists.filter((path) => path.includes('{'))).toEqual([]);
    expect(lists.length).toBeGreaterThanOrEqual(19);
  });

  it('has its total, its links, and a weak ETag that browsers may keep', async () => {
    for (const path of nonEmpty(lists)) {
      const { status, headers, body } = await admin.get(path);
      expect({ path, status }).toEqual({ path, status: 200 });
      expect(headers.get('x-total-count')).toBe(String(member(body, 'total')));
      expect(headers.get('link')).toMatch(/<https:\/\/docs\.example\/api\/[^>]+>; rel="first".*rel="last"/);
      expect(headers.get('etag')).toMatch(/^W\/"[\w-]{43}"$/);
      expect(headers.get('cache-control')).toBe('private, no-cache');
    }
  });

  it('has short headers when its query is long, with the link to the next page', async () => {
    await app.given.page();
    const long = `filter[name:ne]=${'~'.repeat(3_000)}&count=1`;
    for (const path of ['/api/pages', '/api/users']) {
      const { status, headers } = await admin.get(`${path}?${long}`);
      expect({ path, status, link: headers.get('link') }).toEqual({
        path,
        status: 200,
        link: expect.stringMatching(/^<[^>]+>; rel="next"$/),
      });
    }
  });

  it('answers 304 to callers that have it, also when the answer is cached', async () => {
    for (const path of nonEmpty(lists)) {
      const etag = tagOf(await admin.get(path));
      for (const condition of [etag, etag.replace('W/', ''), `"other", ${etag}`]) {
        const { status, text, headers } = await knowing(condition).get(path);
        expect({ path, status, text }).toEqual({ path, status: 304, text: '' });
        expect(headers.get('etag')).toBe(etag);
      }
      expect((await knowing('W/"other"').get(path)).status).toBe(200);
    }
  });

  it('has another ETag with fewer members', async () => {
    for (const path of ['/api/pages', '/api/users', '/api/tags/names']) {
      const thin = `${path}${path.includes('?') ? '&' : '?'}fields=`;
      const answer = await knowing(tagOf(await admin.get(path))).get(thin);
      expect({ path, status: answer.status }).toEqual({ path, status: 200 });
    }
  });

  it('of names in `fields` that no record has is 422 with the names of all members', async () => {
    // A search has no such parameter.
    for (const path of nonEmpty(lists.filter((one) => !one.startsWith('/api/search')))) {
      const asking = (fields: string) => admin.get(`${path}${path.includes('?') ? '&' : '?'}fields=${fields}`);
      const refused = await asking('no-such-member');
      expect({ path, status: refused.status }).toEqual({ path, status: 422 });
      const message = String(member(refused.body, 'error.validation.fields.0'));
      expect(message).toMatch(/^The fields may only hold these names, separated by commas: (\w+, )*\w+\.$/);
      const names = message.replace(/^.*: |\.$/g, '').replaceAll(' ', '');
      expect({ path, status: (await asking(`${names},more`)).status }).toEqual({ path, status: 422 });
      expect({ path, body: (await asking(names)).body }).toEqual({ path, body: (await admin.get(path)).body });
    }
  });
});

describe('the ETag of a list', () => {
  const VIEW = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all'];
  const HIDDEN = { inheriting: false, view: false, create: false, update: false, delete: false };

  it.each<[change: string, make: (book: number, page: number) => Promise<TestResponse>]>([
    ['a change of a listed page', (_, page) => admin.put(`/api/pages/${page}`, { name: 'Other name' })],
    [
      'a new page, which the page shows by the total only',
      (book) => admin.post('/api/pages', { book_id: book, name: 'Z', html: '<p>z</p>' }),
    ],
    ['another slug of the parent', (book) => admin.put(`/api/books/${book}`, { name: `Renamed ${book}` })],
    [
      'a restriction of the page',
      (_, page) => admin.put(`/api/content-permissions/page/${page}`, { fallback_permissions: HIDDEN }),
    ],
    ['the deletion of the page', (_, page) => admin.delete(`/api/pages/${page}`)],
  ])('changes after %s', async (_, change) => {
    const reader = app.api.as(await app.given.user({ permissions: VIEW }));
    const book = idOf((await admin.post('/api/books', { name: 'Changing' })).body);
    const page = idOf((await admin.post('/api/pages', { book_id: book, name: 'A', html: '<p>a</p>' })).body);
    const path = `/api/pages?filter[book_id]=${book}&count=1&include=parents,html`;
    const etag = tagOf(await reader.get(path));
    expect((await knowing(etag, reader).get(path)).status).toBe(304);
    expect((await change(book, page)).status).toBeLessThan(300);
    expect((await knowing(etag, reader).get(path)).status).toBe(200);
  });

  it('differs between callers who see other members or other records', async () => {
    const reader = app.api.as(await app.given.user({ permissions: VIEW }));
    const path = '/api/pages?include=permissions';
    expect((await knowing(tagOf(await admin.get(path)), reader).get(path)).status).toBe(200);
  });
});
