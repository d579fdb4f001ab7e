import { type TestApi, type VisitingBrowser, valueIn } from '@almanac/testing';
import { idOf, member, textAt } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { loggedIn } from '../../../testing/logged-in';

let app: ContentApp;
let api: TestApi;
let browser: VisitingBrowser;
let role: number;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example' });
  const admin = await app.given.admin();
  api = app.api.as(admin);
  browser = await loggedIn(app, admin);
  const permissions = ['book-view-all', 'page-view-all', 'page-update-own'];
  role = idOf((await api.post('/api/roles', { display_name: 'Gardeners', permissions })).body);
});
afterAll(() => app.close());

const made = async (path: string, body: object) => (await api.post(path, body)).body;
const rulesOf = async (type: string, item: unknown) =>
  (await api.get(`/api/content-permissions/${type}/${idOf(item)}`)).body;

/** The row of a role as readers of the page see it. */
async function rowOf(path: string, name: string, who = browser): Promise<string> {
  const { text } = await who.get(path);
  const row = [...text.matchAll(/<tr>.*?<\/tr>/gs)].find(([found]) => found.includes(`<bdi>${name}</bdi>`));
  return (row?.[0] ?? '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

it('the form shows what each role inherits, and stores the rules of marked rows alone', async () => {
  const book = await made('/api/books', { name: 'Ruled' });
  const path = `/books/${textAt(book, 'slug')}/permissions`;
  expect(await rowOf(path, 'Gardeners')).toBe(
    'Gardeners own yes inherits: yes yes inherits: no yes inherits: no yes inherits: no',
  );
  await browser.submitAndFollow(path, {
    [`own[role-${role}]`]: 'on',
    [`grant[role-${role}][view]`]: 'on',
    [`grant[role-${role}][update]`]: 'on',
    'grant[others][view]': 'on',
  });
  expect(await rulesOf('book', book)).toMatchObject({
    role_permissions: [{ role_id: role, view: true, create: false, update: true, delete: false }],
    fallback_permissions: { inheriting: true },
  });
  const page = await made('/api/pages', { book_id: idOf(book), name: 'Below', html: '<p>x</p>' });
  const below = `/books/${textAt(book, 'slug')}/page/${textAt(page, 'slug')}/permissions`;
  expect(await rowOf(below, 'Gardeners')).toBe(
    'Gardeners own yes inherits: yes yes inherits: no yes inherits: yes yes inherits: no',
  );
});

it('closes an item to everyone else, and opens it again', async () => {
  const book = await made('/api/books', { name: 'Closed' });
  const path = `/books/${textAt(book, 'slug')}/permissions`;
  await browser.submitAndFollow(path, { 'own[others]': 'on' });
  expect(await rulesOf('book', book)).toMatchObject({
    fallback_permissions: { inheriting: false, view: false, create: false, update: false, delete: false },
  });
  const reader = await loggedIn(app, await app.given.viewer());
  expect((await reader.get(`/books/${textAt(book, 'slug')}`)).status).toBe(404);
  await browser.submitAndFollow(path, {});
  expect((await reader.get(`/books/${textAt(book, 'slug')}`)).status).toBe(200);
});

it('keeps the rules of roles that it does not show', async () => {
  const book = await made('/api/books', { name: 'Kept rules' });
  const admins = member((await api.get('/api/roles?filter[system_name]=admin')).body, 'data') as object[];
  const rule = { role_id: idOf(admins[0]), view: true, create: false, update: false, delete: false };
  await api.put(`/api/content-permissions/book/${idOf(book)}`, { role_permissions: [rule] });
  await browser.submitAndFollow(`/books/${textAt(book, 'slug')}/permissions`, {});
  expect(await rulesOf('book', book)).toMatchObject({ role_permissions: [rule] });
});

describe('who sees an item', () => {
  it('is listed for those who may manage users', async () => {
    const book = await made('/api/books', { name: 'Seen' });
    const path = `/books/${textAt(book, 'slug')}/permissions`;
    const member = await app.given.user({ permissions: [] });
    await api.put(`/api/users/${member.id}`, { name: 'Rose Gardener', roles: [role] });
    await app.given.user({ permissions: [] }).then(({ id }) => api.put(`/api/users/${id}`, { name: 'Blind Bat' }));
    const listed = async () => /<h2>Who sees this.*/s.exec((await browser.get(path)).text)?.[0] ?? '';
    expect(await listed()).toContain('Rose Gardener');
    expect(await listed()).not.toContain('Blind Bat');
    await browser.submitAndFollow(path, { 'own[others]': 'on' });
    expect(await listed()).not.toContain('Rose Gardener');
  });

  it('is not listed for others', async () => {
    const person = await app.given.user({ permissions: ['book-view-all', 'restrictions-manage-all'] });
    const book = await made('/api/books', { name: 'Unlisted' });
    const { status, text } = await (await loggedIn(app, person)).get(`/books/${textAt(book, 'slug')}/permissions`);
    expect(status).toBe(200);
    expect(text).not.toContain('Who sees this');
    expect(text).not.toContain('name="owner_id"');
  });
});

it('changes the owner, on each kind of item', async () => {
  const person = await app.given.viewer();
  const book = await made('/api/books', { name: 'Owned' });
  const shelf = await made('/api/shelves', { name: 'Owned' });
  const chapter = await made('/api/chapters', { book_id: idOf(book), name: 'Owned' });
  const page = await made('/api/pages', { book_id: idOf(book), name: 'Owned', html: '<p>x</p>' });
  const inBook = (type: string, item: unknown) => `/books/${textAt(book, 'slug')}/${type}/${textAt(item, 'slug')}`;
  for (const [type, item, path] of [
    ['bookshelf', shelf, `/shelves/${textAt(shelf, 'slug')}`],
    ['book', book, `/books/${textAt(book, 'slug')}`],
    ['chapter', chapter, inBook('chapter', chapter)],
    ['page', page, inBook('page', page)],
  ] as const) {
    expect((await browser.get(path)).text).toContain(`href="${path}/permissions"`);
    await browser.submitAndFollow(`${path}/permissions`, { owner_id: String(person.id) });
    expect(await rulesOf(type, item)).toMatchObject({ owner: { id: person.id } });
  }
});

it('is refused to those who may not manage permissions', async () => {
  const book = await made('/api/books', { name: 'Not yours' });
  const path = `/books/${textAt(book, 'slug')}`;
  const editor = await loggedIn(app, await app.given.user({ permissions: ['book-view-all', 'book-update-all'] }));
  expect((await editor.get(path)).text).not.toContain(`${path}/permissions`);
  expect((await editor.get(`${path}/permissions`)).status).toBe(403);
  const _csrf = valueIn((await editor.get(`${path}/edit`)).text, '_csrf') ?? '';
  const { status } = await editor.send(
    'POST',
    `${path}/permissions`,
    new URLSearchParams({ _csrf, 'own[others]': 'on' }),
  );
  expect(status).toBe(403);
});
