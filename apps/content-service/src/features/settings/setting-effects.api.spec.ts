import { type TestApi, until } from '@almanac/testing';
import { idOf, member, problem } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

const GUEST_READS = `INSERT INTO role_permissions SELECT id, unnest('{access-api,book-view-all}'::text[])
  FROM roles WHERE system_name = 'public' ON CONFLICT DO NOTHING`;

let app: ContentApp;
let admin: TestApi;
let editor: Person;
beforeAll(async () => {
  app = await startContent();
  admin = app.api.as(await app.given.admin());
  editor = await app.given.editor();
});
afterAll(() => app.close());

const put = async (settings: object) => expect((await admin.put('/api/settings', settings)).status).toBe(200);

/** The observed state before a setting is stored, while it is stored, and after it is removed again. */
async function around(name: string, value: unknown, observe: () => Promise<unknown>): Promise<unknown[]> {
  const before = await observe();
  await put({ [name]: value });
  const during = await observe();
  await put({ [name]: null });
  return [before, during, await observe()];
}

it('app_name appears in the system facts, the title of pages, the API description and the manifest', async () => {
  const names = async () => [
    member((await admin.get('/api/system')).body, 'app_name'),
    /<title>.* · (.*)<\/title>/.exec((await app.api.get('/login')).text)?.[1],
    member((await admin.get('/api/openapi.json')).body, 'info.title'),
    member((await app.api.get('/manifest.webmanifest')).body, 'name'),
  ];
  expect(await around('app_name', 'Harbour & Co', names)).toEqual([
    ['Almanac', 'Almanac', 'Almanac API', 'Almanac'],
    ['Harbour & Co', 'Harbour &amp; Co', 'Harbour & Co API', 'Harbour & Co'],
    ['Almanac', 'Almanac', 'Almanac API', 'Almanac'],
  ]);
});

it.each([
  ['https://files.example/logo.png', 'https://files.example/logo.png'],
  ['none', null],
])('app_logo %s appears as %j in the system facts', async (stored, shown) => {
  const logo = async () => member((await admin.get('/api/system')).body, 'app_logo');
  const standard = 'https://docs.example/logo.png';
  expect(await around('app_logo', stored, logo)).toEqual([standard, shown, standard]);
});

it('public_access lets visitors read as the guest user', async () => {
  await app.database.query(GUEST_READS);
  const visitor = app.api.with({ cookie: '__Host-almanac-session=unknown' });
  const status = async () => (await visitor.get('/api/books')).status;
  expect(await around('public_access', true, status)).toEqual([403, 200, 403]);
});

it('registration_role_id is the role of new users without roles, and cannot be deleted', async () => {
  const role = await app.given.role();
  let made = 0;
  const newUser = async (more: object = {}) =>
    member(
      (await admin.post('/api/users', { name: 'New', email: `new-${(made += 1)}@example.com`, ...more })).body,
      'roles',
    );
  const given = [{ id: role.id, display_name: role.displayName }];
  expect(await around('registration_role_id', role.id, newUser)).toEqual([[], given, []]);

  await put({ registration_role_id: role.id });
  expect(await newUser({ roles: [] })).toEqual([]);
  expect((await admin.delete(`/api/roles/${role.id}`)).status).toBe(403);
  await put({ registration_role_id: null });
  expect((await admin.delete(`/api/roles/${role.id}`)).status).toBe(204);
});

it('default_editor is the editor of new pages', async () => {
  const author = await app.given.user({ permissions: ['book-view-all', 'page-view-all', 'page-create-all'] });
  const { id } = await app.given.book();
  const editorOfNewPage = async () => {
    const input = { book_id: id, name: 'New', html: '<p>New</p>' };
    return member((await app.api.as(author).post('/api/pages', input)).body, 'editor');
  };
  expect(await around('default_editor', 'markdown', editorOfNewPage)).toEqual(['wysiwyg', 'markdown', 'wysiwyg']);
  expect(await around('default_editor', 'wysiwyg2024', editorOfNewPage)).toEqual(['wysiwyg', 'wysiwyg2024', 'wysiwyg']);
});

it('a Markdown page that is saved as HTML changes to the default editor, unless that is Markdown too', async () => {
  const saved = async () => {
    const { id } = await app.given.page({ editor: 'markdown' });
    return member((await app.api.as(editor).put(`/api/pages/${id}`, { html: '<p>x</p>' })).body, 'editor');
  };
  expect(await around('default_editor', 'wysiwyg2024', saved)).toEqual(['wysiwyg', 'wysiwyg2024', 'wysiwyg']);
  expect(await around('default_editor', 'markdown', saved)).toEqual(['wysiwyg', 'wysiwyg', 'wysiwyg']);
});

it('comments_disabled hides comments and refuses their creation, change and deletion', async () => {
  const { id } = await app.given.page();
  const api = app.api.as(editor);
  const comment = idOf((await api.post('/api/comments', { page_id: id, html: '<p>a</p>' })).body);
  await put({ comments_disabled: true });
  const refusal = { status: 403, body: problem(403, 'Comments are disabled on this site.') };
  expect(await api.post('/api/comments', { page_id: id, html: '<p>b</p>' })).toMatchObject(refusal);
  expect(await api.put(`/api/comments/${comment}`, { html: '<p>b</p>' })).toMatchObject(refusal);
  expect(await api.delete(`/api/comments/${comment}`)).toMatchObject(refusal);
  expect(member((await api.get(`/api/pages/${id}`)).body, 'comments.active')).toEqual([]);
  await put({ comments_disabled: null });
  expect((await api.delete(`/api/comments/${comment}`)).status).toBe(204);
});

it('content_filtering decides which parts of HTML readers get', async () => {
  const { id } = await app.given.page({ html: '<p id="bkmrk-a">a</p><form action="/x"><input></form>' });
  const hasForm = async () => String(member((await admin.get(`/api/pages/${id}`)).body, 'html')).includes('<form');
  expect(await around('content_filtering', 'j', hasForm)).toEqual([false, true, false]);
});

it('a setting that another process stored takes effect here', async () => {
  const other = await startContent(app.environment);
  const name = async () => member((await admin.get('/api/system')).body, 'app_name');
  expect(await name()).toBe('Almanac');
  const token = (await app.given.admin()).token;
  await other.api.as({ token }).put('/api/settings', { app_name: 'From elsewhere' });
  await until(async () => (await name()) === 'From elsewhere');
  await other.api.as({ token }).put('/api/settings', { app_name: null });
  await other.close();
});
