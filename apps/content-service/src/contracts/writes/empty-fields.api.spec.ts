import type { Body, TestApi } from '@almanac/testing';
import { idOf, member, refused } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

let app: ContentApp;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  api = app.api.as(await app.given.admin());
});
afterAll(() => app.close());

/** The same fields in each encoding that clients may use. */
const ENCODINGS: [encoding: string, encode: (fields: Record<string, string>) => Body][] = [
  ['JSON', (fields) => fields],
  ['a form', (fields) => new URLSearchParams(fields)],
  [
    'a multipart form',
    (fields) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      return form;
    },
  ],
];

describe.each(ENCODINGS)('an empty text in %s', (_encoding, encode) => {
  it('clears fields that may be null', async () => {
    const template = await app.given.page();
    await app.database.query('UPDATE pages SET template = true WHERE id = $1', [template.id]);
    const book = idOf((await api.post('/api/books', { name: 'With template', default_template_id: template.id })).body);
    const { status, body } = await api.put(`/api/books/${book}`, encode({ default_template_id: '', image: '' }));
    expect({ status, body }).toMatchObject({ status: 200, body: { default_template_id: null, cover: null } });
  });

  it('leaves other optional fields of a page unchanged', async () => {
    const page = await app.given.page();
    const before = (await api.get(`/api/pages/${page.id}`)).body;
    const { status, body } = await api.put(
      `/api/pages/${page.id}`,
      encode({ book_id: '', chapter_id: '', priority: '', tags: '' }),
    );
    expect({ status, priority: member(body, 'priority'), book: member(body, 'book_id') }).toEqual({
      status: 200,
      priority: member(before, 'priority'),
      book: member(before, 'book_id'),
    });
  });

  it('is rejected with 422 in a required field', async () => {
    const { status, body } = await api.post('/api/chapters', encode({ name: 'New', book_id: '' }));
    expect({ status, body }).toEqual({ status: 422, body: refused({ book_id: ['The book id field is required.'] }) });
  });

  it('creates a comment without a parent', async () => {
    const page = await app.given.page();
    const comment = await api.post(
      '/api/comments',
      encode({ page_id: String(page.id), html: '<p>a</p>', reply_to: '', content_ref: '' }),
    );
    expect(comment).toMatchObject({ status: 200, body: { parent_id: null } });
    expect((await api.put(`/api/comments/${idOf(comment.body)}`, encode({ archived: '' }))).status).toBe(200);
  });

  it('is accepted as scopes and expiry of a token', async () => {
    const { id } = await app.given.user();
    const { status, body } = await api.post(
      `/api/users/${id}/tokens`,
      encode({ name: 'a', scopes: '', expires_at: '' }),
    );
    expect({ status, body }).toMatchObject({ status: 200, body: { scopes: null } });
  });

  it('leaves roles of users, permissions of roles and overrides unchanged', async () => {
    const user = await app.given.user({ permissions: ['page-view-all'] });
    const roles = member((await api.get(`/api/users/${user.id}`)).body, 'roles');
    expect(await api.put(`/api/users/${user.id}`, encode({ roles: '' }))).toMatchObject({
      status: 200,
      body: { roles },
    });
    const role = idOf(
      (await api.post('/api/roles', { display_name: 'Some role', permissions: ['page-view-all'] })).body,
    );
    expect(await api.put(`/api/roles/${role}`, encode({ permissions: '', mfa_enforced: '' }))).toMatchObject({
      status: 200,
      body: { permissions: ['page-view-all'], mfa_enforced: false },
    });
    const page = await app.given.page();
    const overrides = encode({ owner_id: '', role_permissions: '', fallback_permissions: '' });
    expect((await api.put(`/api/content-permissions/page/${page.id}`, overrides)).status).toBe(200);
  });
});

it('an empty count, page or offset counts as the default in search and book contents', async () => {
  const { bookId } = await app.given.page();
  expect((await api.get('/api/search?query=a&count=&page=')).status).toBe(200);
  const contents = await api.get(`/api/books/${bookId}/contents?count=&offset=`);
  expect({ status: contents.status, total: member(contents.body, 'total') }).toEqual({ status: 200, total: 1 });
});
