import { nonEmpty, type TestApi } from '@almanac/testing';
import { each, idOf, member, refused } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

const SEEN = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all'];

let app: ContentApp;
let admin: TestApi;
let reader: TestApi;
let [book, hiddenChapter, chapter, shelf]: number[] = [];
beforeAll(async () => {
  app = await startContent();
  admin = app.api.as(await app.given.admin());
  reader = app.api.as(await app.given.user({ permissions: [...SEEN, 'page-update-all', 'comment-create-all'] }));
  const make = async (path: string, body: object) => idOf((await admin.post(`/api/${path}`, body)).body);
  const tags = [{ name: 'Colour', value: 'red' }];
  book = await make('books', { name: 'Atlas', tags });
  shelf = await make('shelves', { name: 'Maps', books: [book], tags });
  chapter = await make('chapters', { book_id: book, name: 'Europe', tags });
  hiddenChapter = await make('chapters', { book_id: book, name: 'Secret' });
  await make('pages', { chapter_id: chapter, name: 'First', html: '<p id="bkmrk-a">One</p>', tags });
  await make('pages', { chapter_id: hiddenChapter, name: 'Second', markdown: '# Two' });
  await make('pages', { book_id: book, name: 'Third', html: '<p id="bkmrk-c">{{@1}}</p>' });
  const page = { fallback_permissions: { inheriting: false, view: true, create: false, update: false, delete: false } };
  await admin.put('/api/content-permissions/page/2', page);
  const none = { inheriting: false, view: false, create: false, update: false, delete: false };
  await admin.put(`/api/content-permissions/chapter/${hiddenChapter}`, { fallback_permissions: none });
});
afterAll(() => app.close());

const list = async (path: string, api = reader) => (await api.get(path)).body;

describe('include', () => {
  it.each(['pages', 'chapters', 'books', 'shelves'])('adds tags to %s', async (path) => {
    const tags = each(await list(`/api/${path}?include=tags`), 'tags');
    expect(tags[0]).toEqual([{ name: 'Colour', value: 'red', order: 0 }]);
    expect(tags.slice(1).flat()).toEqual([]);
  });

  it('adds members to those that `fields` keeps', async () => {
    const body = await list('/api/books?fields=id&include=tags,%20contents');
    expect(Object.keys(Object(member(body, 'data.0'))).sort()).toEqual(['contents', 'id', 'tags']);
  });

  it('adds the texts of pages as single reads show them', async () => {
    const { body } = await reader.get('/api/pages?include=html,%20markdown');
    for (const id of nonEmpty(each(body, 'id'))) {
      const single = (await reader.get(`/api/pages/${String(id)}`)).body;
      const index = each(body, 'id').indexOf(id);
      expect(member(body, `data.${index}.html`)).toBe(member(single, 'html'));
      expect(member(body, `data.${index}.markdown`)).toBe(member(single, 'markdown'));
    }
    expect(Object.keys(Object(member(await list('/api/pages?include=markdown'), 'data.0')))).not.toContain('html');
  });

  it('adds the parents that the caller sees, from the top down', async () => {
    const atlas = { type: 'book', id: book, name: 'Atlas', slug: 'atlas' };
    const europe = { type: 'chapter', id: chapter, name: 'Europe', slug: 'europe' };
    expect(each(await list('/api/pages?include=parents'), 'parents')).toEqual([[atlas, europe], [atlas], [atlas]]);
    const secret = { type: 'chapter', id: hiddenChapter, name: 'Secret', slug: 'secret' };
    expect(member(await list('/api/pages?include=parents', admin), 'data.1.parents')).toEqual([atlas, secret]);
    expect(each(await list('/api/chapters?include=parents'), 'parents')).toEqual([[atlas]]);
    const maps = { type: 'bookshelf', id: shelf, name: 'Maps', slug: 'maps' };
    expect(each(await list('/api/books?include=parents'), 'parents')).toEqual([[maps]]);
  });

  it.each([
    ['books', 'contents'],
    ['chapters', 'pages'],
    ['shelves', 'books'],
  ])('adds the contents of %s as single reads show them under %s', async (path, name) => {
    for (const api of [reader, admin]) {
      const body = await list(`/api/${path}?include=contents`, api);
      for (const [index, id] of nonEmpty(each(body, 'id').entries())) {
        const single = (await api.get(`/api/${path}/${String(id)}`)).body;
        expect(member(body, `data.${index}.contents`)).toEqual(member(single, name));
      }
    }
  });

  it('adds the permissions of the caller on each item, also to single reads', async () => {
    const [first, second] = each(await list('/api/pages?include=permissions'), 'permissions');
    const others = { delete: false, manage_permissions: false, create_comment: true };
    expect(first).toEqual({ view: true, update: true, ...others });
    expect(second).toEqual({ view: true, update: false, ...others });
    expect(member(await list('/api/pages/1?include=permissions'), 'permissions')).toEqual(first);
    const all = { view: true, update: true, delete: true, create_chapter: true, create_page: true };
    for (const path of ['/api/books', `/api/books/${book}`]) {
      const body = await list(`${path}?include=permissions`, admin);
      const shown = member(body, 'permissions') ?? member(body, 'data.0.permissions');
      expect(shown).toEqual({ ...all, manage_permissions: true });
    }
  });

  it('lets a caller save with the ETag of a read with permissions', async () => {
    const { headers } = await admin.get('/api/pages/1?include=permissions');
    const etag = headers.get('etag') ?? '';
    expect(etag).not.toBe((await admin.get('/api/pages/1')).headers.get('etag'));
    expect((await admin.with({ 'if-none-match': etag }).get('/api/pages/1?include=permissions')).status).toBe(304);
    const saves = admin.with({ 'if-match': etag });
    expect((await saves.put('/api/pages/1', { priority: 7 })).status).toBe(200);
    expect((await saves.put('/api/pages/1', { priority: 8 })).status).toBe(412);
  });

  it.each([
    ['/api/pages?include=contents', 'tags, html, markdown, parents, permissions'],
    ['/api/shelves?include=tags,parents', 'tags, contents, permissions'],
    ['/api/books/1?include=tags', 'permissions'],
  ])('%s is rejected with 422', async (path, names) => {
    const message = `The include may only hold these names, separated by commas: ${names}.`;
    expect(await reader.get(path)).toMatchObject({ status: 422, body: refused({ include: [message] }) });
  });

  it('costs one statement for each member, however many items there are', async () => {
    await list('/api/books?include=permissions');
    const statements = async (count: number) => {
      const spy = jest.spyOn(app.database, 'query');
      await list(`/api/pages?include=tags,html,markdown,parents,permissions&count=${count}`);
      const { length } = spy.mock.calls.filter(([sql]) => !sql.includes('AS version'));
      spy.mockRestore();
      return length;
    };
    const one = await statements(1);
    expect(one).toBeLessThanOrEqual(8);
    await app.database.query(`WITH made AS (INSERT INTO pages (book_id, name, slug, slug_rank, priority)
      SELECT ${book}, 'Many', 'many', number, 1 FROM generate_series(1, 150) number RETURNING id)
      INSERT INTO page_contents (page_id, html) SELECT id, '<p>{{@3}}</p>' FROM made`);
    expect(await statements(100)).toBeLessThanOrEqual(one + 2);
  });

  it('limits a page with texts to 100 items and 4 MB, with links to the others', async () => {
    expect(each(await list('/api/pages?include=html&count=500'), 'id')).toHaveLength(100);
    expect(each(await list('/api/pages?include=tags&count=500'), 'id').length).toBeGreaterThan(100);
    await app.database.query(`UPDATE page_contents SET markdown = repeat('x', 1500000) WHERE page_id IN (1, 2, 3)`);
    const shown: unknown[] = [];
    let url: string | undefined = '/api/pages?include=markdown&count=3&filter[id:lte]=3';
    while (url !== undefined && shown.length < 9) {
      const { body, headers } = await reader.get(url);
      shown.push(each(body, 'id'));
      url = /<https:\/\/docs\.example([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(shown).toEqual([[1, 2], [3]]);
    const last = /<https:\/\/docs\.example([^>]*)>; rel="last"/;
    const { headers } = await reader.get('/api/pages?include=markdown&count=3&filter[id:lte]=3');
    expect(each(await list(last.exec(headers.get('link') ?? '')?.[1] ?? ''), 'id')).toEqual([2, 3]);
  });
});
