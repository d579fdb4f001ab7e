import type { ListingDefinition } from '@almanac/listing';
import type { TestApi } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { each, member } from '../../testing/answers';
import { bookListing } from '../../features/books/books.repository';
import { chapterListing } from '../../features/chapters/chapters.repository';
import { pageListing } from '../../content/items/page-in-list';
import { shelfListing } from '../../features/shelves/shelves.repository';

let app: ContentApp;
let api: TestApi;
const people: number[] = [];

beforeAll(async () => {
  app = await startContent();
  api = app.api.as(await app.given.editor());
  for (let i = 0; i < 3; i++) people.push((await app.given.user()).id);
  const books: number[] = [];
  for (const [index, words] of WORDS.entries()) {
    const fields = { ...authorsOf(index), ...moments(index) };
    await app.given.shelf({ ...fields, ...words });
    const book = await app.given.book({ ...fields, ...words });
    books.push(book.id);
  }
  for (const [index, { description, ...named }] of WORDS.entries()) {
    const fields = { ...authorsOf(index), ...moments(index), ...named, bookId: books[2 - index]! };
    const chapter = await app.given.chapter({ ...fields, description, priority: 10 - index });
    await app.given.page({
      ...fields,
      chapterId: chapter.id,
      priority: index % 2,
      template: index === 1,
    });
  }
});
afterAll(() => app.close());

const WORDS = [
  { name: 'Beta', slug: 's-b', description: 'two' },
  { name: 'álpha', slug: 's-c', description: 'Three' },
  { name: 'gamma', slug: 's-a', description: 'one' },
];

const authorsOf = (index: number) => ({
  ownedBy: people[index]!,
  createdBy: people[2 - index]!,
  updatedBy: people[(index + 1) % 3]!,
});

const moments = (index: number) => ({
  createdAt: new Date(Date.UTC(2024, 5, 10 - index, 8, 0, index, 120)),
  updatedAt: new Date(Date.UTC(2025, 0, 5 + index, 9)),
});

const LISTS: [path: string, definition: ListingDefinition, documented: string][] = [
  ['shelves', shelfListing, 'id name slug description created_at updated_at created_by updated_by owned_by'],
  ['books', bookListing, 'id name slug description created_at updated_at created_by updated_by owned_by'],
  [
    'chapters',
    chapterListing,
    'id book_id name slug description priority created_at updated_at created_by updated_by owned_by',
  ],
  [
    'pages',
    pageListing,
    'id book_id chapter_id name slug priority draft template created_at updated_at created_by updated_by owned_by',
  ],
];

describe.each(LISTS)('the list of %s', (path, definition, documented) => {
  const total = async (query: string) => member((await api.get(`/api/${path}?${query}`)).body, 'total');

  it('has the documented fields and is sorted by id by default', async () => {
    expect([...definition.fields.keys()].join(' ')).toBe(documented);
    const ids = each((await api.get(`/api/${path}`)).body, 'id').map(Number);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it.each([...definition.fields.keys()])('is sorted by %s in both directions', async (field) => {
    const up = each((await api.get(`/api/${path}?sort=${field}`)).body, field);
    const down = each((await api.get(`/api/${path}?sort=-${field}`)).body, field);
    expect(up).toEqual(sorted(up));
    expect(down).toEqual([...sorted(up)].reverse());
    expect(new Set(up).size).toBeGreaterThan(field === 'draft' ? 0 : 1);
  });

  it.each([...definition.fields.keys()].filter((field) => field !== 'draft'))('is filtered by %s', async (field) => {
    const { body } = await api.get(`/api/${path}`);
    const values = each(body, field);
    const wanted = asFilter(values[0]);
    const same = values.filter((value) => value === values[0]).length;
    expect(await total(`filter[${field}]=${wanted}`)).toBe(same);
    expect(await total(`filter[${field}:eq]=${wanted}`)).toBe(same);
    expect(await total(`filter[${field}:ne]=${wanted}`)).toBe(values.length - same);
    const order = sorted(values);
    const below = order.indexOf(values[0]);
    expect(await total(`filter[${field}:lt]=${wanted}`)).toBe(below);
    expect(await total(`filter[${field}:lte]=${wanted}`)).toBe(below + same);
    expect(await total(`filter[${field}:gt]=${wanted}`)).toBe(values.length - below - same);
    expect(await total(`filter[${field}:gte]=${wanted}`)).toBe(values.length - below);
  });

  it('returns the exact total regardless of count and offset', async () => {
    const all = each((await api.get(`/api/${path}`)).body, 'id');
    const part = (await api.get(`/api/${path}?count=1&offset=1`)).body;
    expect({ ids: each(part, 'id'), total: member(part, 'total') }).toEqual({ ids: [all[1]], total: all.length });
    expect((await api.get(`/api/${path}?offset=1000`)).body).toEqual({ data: [], total: all.length });
  });

  it.each(['cover', 'html', 'deleted_at', 'editor', 'revision_count', 'book_slug', '*', '1', "id'"])(
    'ignores the unknown field %j',
    async (field) => {
      const all = (await api.get(`/api/${path}`)).body;
      expect((await api.get(`/api/${path}?filter[${field}]=nothing`)).body).toEqual(all);
      expect((await api.get(`/api/${path}?sort=${encodeURIComponent(field)}`)).body).toEqual(all);
    },
  );
});

const fold = (value: unknown): unknown =>
  typeof value === 'string' ? value.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase() : value;
const comparable = (value: unknown): number | string => {
  const folded = fold(value);
  return typeof folded === 'string' ? folded : Number(folded);
};
const sorted = (values: unknown[]): unknown[] =>
  [...values].sort((a, b) => (comparable(a) < comparable(b) ? -1 : comparable(a) > comparable(b) ? 1 : 0));
const asFilter = (value: unknown): string =>
  encodeURIComponent(typeof value === 'boolean' ? String(Number(value)) : String(value));
