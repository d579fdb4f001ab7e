import type { TestApi } from '@almanac/testing';
import fc from 'fast-check';
import { each, idOf, member, refused } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

let app: ContentApp;
let editor: Person;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  editor = await app.given.editor();
  api = app.api.as(editor);
});
afterAll(() => app.close());

const search = async (query: string, caller = api, more = '') =>
  (await caller.get(`/api/search?query=${encodeURIComponent(query)}${more}`)).body;
const names = async (query: string, caller = api) => each(await search(query, caller), 'name');
const sortedNames = async (query: string, caller = api) => (await names(query, caller)).sort();

async function hide(key: 'shelf' | 'book' | 'chapter' | 'page', id: number) {
  const everyone = { inheriting: false, view: false, create: false, update: false, delete: false };
  const type = key === 'shelf' ? 'bookshelf' : key;
  const answer = await app.api
    .as(await app.given.admin())
    .put(`/api/content-permissions/${type}/${id}`, { fallback_permissions: everyone });
  expect(answer.status).toBe(200);
}

const SYNTAX = [
  '"',
  '[',
  ']',
  '{',
  '}',
  '-',
  '\\',
  ':',
  '=',
  '!',
  '<',
  '>',
  '&',
  '|',
  '*',
  '%',
  '_',
  ' ',
  "'",
  ' like ',
  'type',
  'in:book:',
  '2020-02-31',
  '9',
  'á',
  '\u0301',
  '日本',
  '\ud800',
  '\0',
  '.',
  'all',
];
const FILTERS = ['created_after', 'created_by', 'in_name', 'in_body', 'in', 'type', 'constructor', '__proto__'];
const QUERIES = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.array(fc.constantFrom(...SYNTAX), { minLength: 1, maxLength: 20 }).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom(...FILTERS), fc.string()).map(([name, value]) => `{${name}:${value}}`),
  fc.tuple(fc.string(), fc.constantFrom('=', '<', 'like ', '!='), fc.string()).map((parts) => `[${parts.join('')}]`),
);
// Warms fast-check up now: otherwise the first sample takes longer than an idle connection lives.
fc.sample(QUERIES, 1);

describe('GET /api/search', () => {
  it('finds items of each kind by a word in their name, description or text', async () => {
    const shelf = await app.given.shelf({ name: 'Zebra shelf' });
    const book = await app.given.book({ name: 'Animals', description: 'with a zebra' });
    const chapter = await app.given.chapter({ name: 'Stripes', description: 'Zebra & more', bookId: book.id });
    const page = await app.given.page({ name: 'Horses', text: 'Not a zebra', bookId: book.id, chapterId: chapter.id });
    const body = await search('ZÉBRA');
    expect(member(body, 'total')).toBe(4);
    expect(each(body, 'type')).toEqual(['bookshelf', 'book', 'chapter', 'page']);
    const common = {
      id: page.id,
      created_at: expect.stringMatching(/000Z$/),
      updated_at: expect.stringMatching(/000Z$/),
    };
    expect(member(body, 'data.3')).toEqual({
      ...common,
      type: 'page',
      name: 'Horses',
      slug: page.slug,
      book_id: book.id,
      chapter_id: chapter.id,
      draft: false,
      url: `${app.baseUrl}/books/${book.slug}/page/${page.slug}`,
      tags: [],
      book: { id: book.id, name: 'Animals', slug: book.slug },
      chapter: { id: chapter.id, name: 'Stripes', slug: chapter.slug },
      preview_html: { name: 'Horses', content: 'Not a <strong>zebra</strong>' },
    });
    expect(member(body, 'data.0')).toMatchObject({
      url: `${app.baseUrl}/shelves/${shelf.slug}`,
      preview_html: { name: '<strong>Zebra</strong> shelf', content: '' },
    });
    expect(Object.keys(Object(member(body, 'data.0')))).not.toEqual(
      expect.arrayContaining(['book_id', 'chapter_id', 'draft', 'book', 'chapter']),
    );
    expect(member(body, 'data.2')).toMatchObject({
      url: `${app.baseUrl}/books/${book.slug}/chapter/${chapter.slug}`,
      preview_html: { content: '<strong>Zebra</strong> &amp; more' },
    });
  });

  it('ranks names over headings over tags over texts, and rare words over common words', async () => {
    const bookId = (await app.given.book()).id;
    const make = async (name: string, html: string, tags: object[] = []) =>
      idOf((await api.post('/api/pages', { book_id: bookId, name, html, tags })).body);
    await make('In text', '<p>quokka</p>');
    await make('In a tag', '<p>x</p>', [{ name: 'Animal', value: 'quokka' }]);
    await make('In a heading', '<h1>The quokka</h1>');
    await make('Quokka itself', '<p>x</p>');
    expect(await names('quokka')).toEqual(['Quokka itself', 'In a heading', 'In a tag', 'In text']);
    for (let n = 1; n <= 5; n++) await make(`Common ${n}`, '<p>wombat</p>');
    await make('Rare', '<p>numbat</p>');
    expect((await names('wombat numbat'))[0]).toBe('Rare');
  });

  it('finds words by prefix, and items with any of several words', async () => {
    await app.given.page({ name: 'Pelican', text: 'flies' });
    await app.given.page({ name: 'Cormorant', text: 'dives' });
    expect(await names('pel')).toEqual(['Pelican']);
    expect(await names('elican')).toEqual([]);
    expect(await sortedNames('pelican cormor')).toEqual(['Cormorant', 'Pelican']);
  });

  it('marks the tags that contain the words', async () => {
    await api.post('/api/books', {
      name: 'Tagged',
      tags: [
        { name: 'Lemur', value: 'Small lemurs' },
        { name: 'Size', value: 'big' },
      ],
    });
    expect(member(await search('lemur'), 'data.0.tags')).toEqual([
      { name: 'Lemur', value: 'Small lemurs', order: 0, highlight_name: true, highlight_value: true },
      { name: 'Size', value: 'big', order: 0 },
    ]);
    expect(member(await search('[lemur]'), 'data.0.tags.0')).toEqual({
      name: 'Lemur',
      value: 'Small lemurs',
      order: 0,
    });
  });

  it('returns only items and parents that the caller can see, also in totals', async () => {
    const shelf = await app.given.shelf({ name: 'Gecko shelf' });
    const book = await app.given.book({ name: 'Gecko book' });
    const chapter = await app.given.chapter({ name: 'Gecko chapter', bookId: book.id });
    const page = await app.given.page({ name: 'Gecko page', bookId: book.id, chapterId: chapter.id });
    const viewer = app.api.as(await app.given.viewer());
    expect(member(await search('gecko', viewer), 'total')).toBe(4);

    await hide('shelf', shelf.id);
    await hide('chapter', chapter.id);
    expect(await search('gecko', viewer)).toMatchObject({ total: 1, data: [{ name: 'Gecko book' }] });
    const reader = await app.given.viewer();
    const [role] = await app.database.query<{ id: number }>('SELECT role_id AS id FROM user_roles WHERE user_id = $1', [
      reader.id,
    ]);
    const granted = {
      role_permissions: [{ role_id: role?.id, view: true, create: false, update: false, delete: false }],
    };
    await app.api.as(await app.given.admin()).put(`/api/content-permissions/page/${page.id}`, granted);
    const seen = await search('gecko {type:page}', app.api.as(reader));
    expect(seen).toMatchObject({
      total: 1,
      data: [{ name: 'Gecko page', book: { id: book.id }, chapter_id: chapter.id }],
    });
    expect(member(seen, 'data.0.chapter')).toBeUndefined();
    await hide('book', book.id);
    const [alone] = Object(await search('gecko', app.api.as(reader))).data;
    expect(alone).toMatchObject({ name: 'Gecko page', book_id: book.id });
    expect(alone).not.toHaveProperty('book');

    expect(await search('gecko', app.api.as(await app.given.user()))).toEqual({ data: [], total: 0 });
    const owner = await app.given.user({ permissions: ['page-view-own'] });
    await app.given.page({ name: 'Gecko of mine', ownedBy: owner.id });
    expect(await names('gecko', app.api.as(owner))).toEqual(['Gecko of mine']);
  });

  it('follows renaming, deletion and publication', async () => {
    const book = await app.given.book({ name: 'Heron' });
    const page = await app.given.page({ name: 'Heron page', bookId: book.id, draft: true, ownedBy: editor.id });
    expect(await names('heron')).toEqual(['Heron']);
    await app.database.query('UPDATE pages SET draft = false WHERE id = $1', [page.id]);
    await api.put(`/api/books/${book.id}`, { name: 'Egret' });
    expect(await names('heron')).toEqual(['Heron page']);
    expect(await names('egret')).toEqual(['Egret']);
    await api.delete(`/api/books/${book.id}`);
    expect(await search('heron egret')).toEqual({ data: [], total: 0 });
  });

  it('returns pages without overlap and the total of all results', async () => {
    for (let n = 1; n <= 7; n++) await app.given.page({ name: `Tapir ${n}` });
    const whole = each(await search('tapir'), 'id');
    const pages = await Promise.all([1, 2, 3, 4].map((page) => search('tapir', api, `&count=3&page=${page}`)));
    expect(pages.flatMap((page) => each(page, 'id'))).toEqual(whole);
    expect(pages.map((page) => member(page, 'total'))).toEqual([7, 7, 7, 7]);
    expect(each(pages[3], 'id')).toEqual([]);
  });

  it('returns the same results in the same order with very many index entries', async () => {
    for (let n = 1; n <= 3; n++) await app.given.page({ name: `Okapi ${n}`, text: 'okapi '.repeat(n) });
    const hidden = await app.given.page({ name: 'Okapi unseen' });
    await app.given.page({ name: 'Okapi draft', draft: true, ownedBy: editor.id });
    await app.given.book({ name: 'Okapi book' });
    await hide('page', hidden.id);
    const viewer = app.api.as(await app.given.viewer());
    const results = () =>
      Promise.all(
        [viewer, api].flatMap((caller) => [search('okapi', caller), search('okapi', caller, '&count=2&page=2')]),
      );
    const before = await results();
    expect(before[0]).toMatchObject({
      total: 4,
      data: [{ name: 'Okapi book' }, { name: 'Okapi 3' }, { name: 'Okapi 2' }, { name: 'Okapi 1' }],
    });
    // Entries of deleted pages, which must not count.
    await app.database.query(
      `INSERT INTO search_terms (term, score, item_id, item_type, part) SELECT 'okapi', 50, 1000000 + n, 'p', 'b' FROM generate_series(1, 10000) n`,
    );
    expect(await results()).toEqual(before);
  });

  it('corrects typos in words without results', async () => {
    await app.given.page({ name: 'Flamingo' });
    await app.given.page({ name: 'Release9' });
    const body = await search('flamigno');
    expect(body).toMatchObject({ total: 1, data: [{ preview_html: { name: '<strong>Flamingo</strong>' } }] });
    expect(await names('flamigno {type:book}')).toEqual([]);
    expect(await names('xflamingo')).toEqual([]);
    expect(await names('release8')).toEqual([]);
    expect(await search('flamigno', app.api.as(await app.given.user()))).toEqual({ data: [], total: 0 });
  });

  it.each([
    ['no query', '', { query: ['The query field is required.'] }],
    ['an empty query', '?query=', { query: ['The query field is required.'] }],
    ['a blank query', '?query=%20', { query: ['The query field is required.'] }],
    [
      'a very long query',
      `?query=${'x'.repeat(2001)}`,
      { query: ['The query may not be greater than 2000 characters.'] },
    ],
    ['no results', '?query=x&count=0', { count: ['The count must be at least 1.'] }],
    ['too many results', '?query=x&count=101', { count: ['The count may not be greater than 100.'] }],
    ['a count that is none', '?query=x&count=abc', { count: ['The count must be an integer.'] }],
    ['a page before the first', '?query=x&page=0', { page: ['The page must be at least 1.'] }],
    [
      'a broken page and no query',
      '?page=1.5',
      { query: ['The query field is required.'], page: ['The page must be an integer.'] },
    ],
  ])('refuses %s', async (_what, query, validation) => {
    const { status, body } = await api.get(`/api/search${query}`);
    expect({ status, body }).toEqual({ status: 422, body: refused(validation) });
  });

  it('finds all kinds by a word with more entries than are counted', async () => {
    await app.database.query(
      `INSERT INTO search_terms (term, score, item_id, item_type, part)
       SELECT 'sequoia', 1, 1000000 + n, 'p', 'b' FROM generate_series(1, 12000) n`,
    );
    await app.given.page({ name: 'Low', text: 'sequoia' });
    await app.given.page({ name: 'Sequoia page' });
    await app.given.shelf({ name: 'Sequoia shelf' });
    expect(await names('sequoia')).toEqual(['Sequoia shelf', 'Sequoia page', 'Low']);
    expect(member(await search('sequoia', api, '&count=1'), 'total')).toBe(3);
  });

  it('returns 200 or 422 for any query', async () => {
    await app.given.page({ name: `All & | ! <-> :* 'signs' \\ "here" (of) [the] {search}`, text: '% _ \\ 100%' });
    await fc.assert(
      fc.asyncProperty(QUERIES, fc.integer({ min: 1, max: 2_147_483_647 }), async (query, page) => {
        const sent = encodeURIComponent(query.toWellFormed());
        expect([200, 422]).toContain((await api.get(`/api/search?query=${sent}&page=${page}`)).status);
      }),
      { numRuns: 300 },
    );
  });
});
