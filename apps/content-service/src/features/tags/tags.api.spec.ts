import { type TestApi, until } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { each, member, refused } from '../../testing/answers';

let app: ContentApp;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  api = app.api.as(await app.given.editor());
});
afterAll(() => app.close());

type Key = 'shelf_id' | 'book_id' | 'chapter_id' | 'page_id';
const tag = (key: Key, { id }: { id: number }, name: string, value = '') =>
  app.database.query(`INSERT INTO tags (${key}, name, value) VALUES ($1, $2, $3)`, [id, name, value]);
const names = async (query: string, caller = api) => (await caller.get(`/api/tags/names?${query}`)).body;
const values = async (query: string, caller = api) => (await caller.get(`/api/tags/values-for-name?${query}`)).body;

describe('GET /api/tags/names', () => {
  it('counts each kind of item, values and uses', async () => {
    const chapter = await app.given.chapter();
    for (let i = 0; i < 4; i++)
      await tag('page_id', await app.given.page({ bookId: chapter.bookId }), 'Counted', 'same');
    for (let i = 0; i < 2; i++) await tag('book_id', await app.given.book(), 'Counted', `v${i}`);
    await tag('chapter_id', chapter, 'Counted', 'SAME');
    await tag('shelf_id', await app.given.shelf(), 'counted', '');
    expect(await names('filter[name]=Counted')).toEqual({
      data: [{ name: 'Counted', values: 4, usages: 8, page_count: 4, chapter_count: 1, book_count: 2, shelf_count: 1 }],
      total: 1,
    });
  });

  it('merges names that differ only in case and accents', async () => {
    const book = await app.given.book();
    for (const name of ['Größe', 'GRÖSSE', 'größe']) await tag('book_id', book, name);
    expect(each(await names('filter[name:like]=gro%25'), 'usages')).toEqual([3]);
  });

  it('counts only tags of visible items, without drafts and deleted items', async () => {
    const caller = await app.given.user({ permissions: ['page-view-own', 'book-view-all'] });
    const pages = [
      await app.given.page({ ownedBy: caller.id }),
      await app.given.page(),
      await app.given.page({ ownedBy: caller.id, draft: true }),
      await app.given.page({ ownedBy: caller.id, deletedAt: new Date() }),
    ];
    for (const [index, page] of pages.entries()) await tag('page_id', page, 'Seen', `v${index}`);
    await tag('book_id', await app.given.book(), 'Seen', 'v0');
    await tag('shelf_id', await app.given.shelf(), 'Unseen');
    const someone = app.api.as(caller);
    expect(await names('filter[name]=seen', someone)).toMatchObject({
      data: [{ values: 1, usages: 2, page_count: 1, book_count: 1 }],
      total: 1,
    });
    expect(await names('filter[name]=unseen', someone)).toEqual({ data: [], total: 0 });
    expect(await values('name=Seen', someone)).toMatchObject({
      data: [{ name: 'Seen', value: 'v0', usages: 2 }],
      total: 1,
    });
    expect(await names('', app.api.as(await app.given.user()))).toEqual({ data: [], total: 0 });
  });

  it('counts items that overrides allow and omits items that they hide', async () => {
    const caller = await app.given.user({ permissions: ['chapter-view-all', 'page-view-all', 'book-view-own'] });
    const [role] = await app.database.query<{ id: number }>('SELECT role_id AS id FROM user_roles WHERE user_id = $1', [
      caller.id,
    ]);
    const admin = app.api.as(await app.given.admin());
    const override = async (path: string, fallback: boolean, view?: boolean) => {
      const rights = (granted: boolean) => ({ view: granted, create: false, update: false, delete: false });
      const { status } = await admin.put(`/api/content-permissions/${path}`, {
        ...(fallback ? { fallback_permissions: { inheriting: false, ...rights(false) } } : {}),
        ...(view === undefined ? {} : { role_permissions: [{ role_id: role?.id, ...rights(view) }] }),
      });
      expect(status).toBe(200);
    };
    const [opened, closed] = [await app.given.book(), await app.given.book()];
    const chapter = await app.given.chapter({ bookId: closed.id });
    const inChapter = { bookId: closed.id, chapterId: chapter.id };
    const [hidden, shown, elsewhere] = [
      await app.given.page(inChapter),
      await app.given.page(inChapter),
      await app.given.page({ bookId: opened.id }),
    ];
    await tag('book_id', opened, 'Guarded', 'book');
    await tag('book_id', closed, 'Guarded', 'closed book');
    await tag('chapter_id', chapter, 'Guarded', 'chapter');
    for (const page of [hidden, shown]) await tag('page_id', page, 'Guarded', 'page');
    await tag('page_id', elsewhere, 'Guarded', 'elsewhere');
    await override(`book/${opened.id}`, true, true);
    await override(`chapter/${chapter.id}`, true);
    await override(`page/${shown.id}`, false, true);
    const seen = {
      data: [{ values: 3, usages: 3, page_count: 2, chapter_count: 0, book_count: 1, shelf_count: 0 }],
      total: 1,
    };
    expect(await names('filter[name]=guarded', app.api.as(caller))).toMatchObject(seen);
    expect(await values('name=guarded&sort=value', app.api.as(caller))).toMatchObject({
      data: [
        { value: 'book', usages: 1 },
        { value: 'elsewhere', usages: 1 },
        { value: 'page', usages: 1 },
      ],
      total: 3,
    });
  });

  it.each(['name', 'values', 'usages', 'page_count', 'chapter_count', 'book_count', 'shelf_count'])(
    'is sorted by %s',
    async (field) => {
      const up = each(await names(`sort=${field}`), field);
      const ordered = [...up].sort((a, b) => (typeof a === 'number' ? a - Number(b) : fold(a) < fold(b) ? -1 : 1));
      expect(up).toEqual(ordered);
      expect(each(await names(`sort=-${field}`), field)).toEqual([...ordered].reverse());
    },
  );

  it.each(['usages', 'values', 'page_count', 'unknown'])('cannot be filtered by %s', async (field) => {
    expect(await names(`filter[${field}]=99`)).toEqual(await names(''));
  });

  it('applies count and offset and returns the total of all names', async () => {
    const all = await names('');
    const part = await names('count=1&offset=1');
    expect({ names: each(part, 'name'), total: member(part, 'total') }).toEqual({
      names: [each(all, 'name')[1]],
      total: member(all, 'total'),
    });
  });
});

describe('GET /api/tags/values-for-name', () => {
  it('returns one row per value, including the empty value, with sort and filters', async () => {
    const [one, two] = [await app.given.book(), await app.given.page()];
    for (const value of ['beta', '', 'Alpha', 'BETA']) await tag('book_id', one, 'Level', value);
    await tag('page_id', two, 'level', 'alpha');
    const body = await values('name=LEVEL');
    expect(each(body, 'name')).toEqual(
      ['Level', 'Level', 'level'].map((): unknown => expect.stringMatching(/^level$/i)),
    );
    expect(await values('name=level&sort=value')).toMatchObject({
      data: [
        { value: '', usages: 1, book_count: 1 },
        { value: 'Alpha', usages: 2, page_count: 1, book_count: 1, chapter_count: 0, shelf_count: 0 },
        { value: 'beta', usages: 2, book_count: 2 },
      ],
      total: 3,
    });
    expect(each(await values('name=level&sort=-value'), 'value')).toEqual(['beta', 'Alpha', '']);
    expect(each(await values('name=level&filter[value]=ALPHA'), 'usages')).toEqual([2]);
    expect(each(await values('name=level&filter[value:like]=%25a'), 'value').sort()).toEqual(['Alpha', 'beta']);
    expect(await values('name=level&filter[name]=other')).toMatchObject({ total: 3 });
  });

  it.each(['', 'name=', 'filter[name]=Level'])('returns 422 without a name, as in %j', async (query) => {
    const { status, body } = await api.get(`/api/tags/values-for-name?${query}`);
    expect({ status, body }).toEqual({ status: 422, body: refused({ name: ['The name field is required.'] }) });
  });

  it('returns an empty list for an unknown name', async () => {
    expect(await values('name=nobody-uses-this')).toEqual({ data: [], total: 0 });
  });
});

it.each(['/api/tags/names', '/api/tags/values-for-name?name=Cached'])('%s is cached until a change', async (path) => {
  await tag('book_id', await app.given.book(), 'Cached', path);
  const spy = jest.spyOn(app.database, 'query');
  const read = async () => {
    spy.mockClear();
    const { text } = await api.get(path);
    return { text, countings: spy.mock.calls.filter(([sql]) => sql.includes('FROM tags')).length };
  };
  const first = await read();
  // Commits in the databases of other tests make cached answers useless too.
  await until(async () => {
    const { text, countings } = await read();
    expect(text).toBe(first.text);
    return countings === 0;
  });
  await tag('book_id', await app.given.book(), 'Cached', `${path} again`);
  const changed = await read();
  expect([changed.text === first.text, changed.countings]).toEqual([false, 1]);
  spy.mockRestore();
});

const fold = (value: unknown) =>
  String(value).normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
