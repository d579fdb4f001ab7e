import { each, member, problem, refused } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

let app: ContentApp;
let admin: Person;
let viewer: Person;
let bookId: number;
let hiddenId: number;
beforeAll(async () => {
  app = await startContent();
  admin = await app.given.admin();
  viewer = await app.given.viewer();
  const book = await app.given.book({ slug: 'whole' });
  bookId = book.id;
  const chapter = await app.given.chapter({ bookId, name: 'C', priority: 2 });
  const page = (name: string, priority: number, chapterId: number | null = null) =>
    app.given.page({
      bookId,
      chapterId,
      name,
      priority,
      html: `<p>${name}</p><script>x</script>`,
      markdown: `*${name}*`,
    });
  await page('second', 2, chapter.id);
  await page('first', 1, chapter.id);
  await page('last', 9);
  hiddenId = (await page('hidden', 5)).id;
  await app.given.page({ bookId, name: 'draft', draft: true, ownedBy: viewer.id });
  const none = { view: false, create: false, update: false, delete: false };
  await app.api
    .as(admin)
    .put(`/api/content-permissions/page/${hiddenId}`, { fallback_permissions: { inheriting: false, ...none } });
});
afterAll(() => app.close());

const read = async (query: string, person = viewer) =>
  (await app.api.as(person).get(`/api/books/${bookId}/contents${query}`)).body;

it('GET /api/books/{id}/contents returns the visible contents in reading order with the requested bodies', async () => {
  const body = await read('?include=html,markdown');
  expect(body).toMatchObject({ total: 4 });
  expect(each(body, 'name')).toEqual(['C', 'last']);
  expect(each(member(body, 'data.0'), 'name', 'pages')).toEqual(['first', 'second']);
  expect(each(member(body, 'data.0'), 'html', 'pages')).toEqual(['<p>first</p>', '<p>second</p>']);
  expect(each(member(body, 'data.0'), 'markdown', 'pages')).toEqual(['*first*', '*second*']);
  expect(each(await read('', admin), 'name')).toEqual(['C', 'hidden', 'last']);
});

it('GET /api/books/{id}/contents returns the entries of the book plus only the requested bodies', async () => {
  const { body: book } = await app.api.as(viewer).get(`/api/books/${bookId}`);
  const entries = (member(book, 'contents') as { name: string }[]).filter(({ name }) => name !== 'draft');
  expect(member(await read(''), 'data')).toEqual(entries);
  expect(member(await read('?include=markdown'), 'data.1')).toEqual({ ...entries[1], markdown: '*last*' });
});

it.each([
  [
    'offset=1',
    [
      ['C', ['first', 'second']],
      ['last', undefined],
    ],
  ],
  ['offset=2&count=1', [['C', ['second']]]],
  ['count=2', [['C', ['first']]]],
  ['count=1', [['C', []]]],
  ['offset=3', [['last', undefined]]],
  ['offset=4', []],
])('GET /api/books/{id}/contents returns the selected part for %s', async (query, expected) => {
  const body = await read(`?include=html&${query}`);
  const data = member(body, 'data') as { name: string; pages?: { name: string; html: string }[] }[];
  expect(data.map(({ name, pages }) => [name, pages?.map((page) => page.name)])).toEqual(expected);
  const pages = data.flatMap((entry) => entry.pages ?? []);
  expect(pages.map(({ html }) => html)).toEqual(pages.map(({ name }) => `<p>${name}</p>`));
  expect(member(body, 'total')).toBe(4);
});

it.each([
  ['include=text', { include: ['The selected include is invalid.'] }],
  ['offset=-1', { offset: ['The offset must be at least 0.'] }],
  ['count=0', { count: ['The count must be at least 1.'] }],
  ['count=x', { count: ['The count must be an integer.'] }],
])('GET /api/books/{id}/contents rejects %s with 422', async (query, fields) => {
  expect(await read(`?${query}`)).toEqual(refused(fields));
});

it('GET /api/books/{id}/contents returns 404 for a book that the caller cannot see', async () => {
  const blind = await app.given.user();
  expect(await read('', blind)).toEqual(problem(404, 'Book not found'));
});
