import { each } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

const DENY = { inheriting: false, view: false, create: false, update: false, delete: false };
const NOTHING_SET = { inheriting: true, view: null, create: null, update: null, delete: null };
const VIEW_ONLY = { view: true, create: false, update: false, delete: false };

let app: ContentApp;
let admin: Person;
let roleId: number;
beforeAll(async () => {
  app = await startContent();
  admin = await app.given.admin();
  const [role] = await app.database.query<{ id: number }>(
    `INSERT INTO roles (display_name) VALUES ('Proofreaders') RETURNING id`,
  );
  roleId = role?.id ?? 0;
});
afterAll(() => app.close());

const address = (type: string, id: number) => `/api/content-permissions/${type}/${id}`;
const put = (type: string, id: number, body: object) => app.api.as(admin).put(address(type, id), body);

describe('GET /api/content-permissions/{contentType}/{contentId}', () => {
  it('returns the owner and default permissions for an item without overrides', async () => {
    const page = await app.given.page({ ownedBy: admin.id });
    expect((await app.api.as(admin).get(address('page', page.id))).body).toEqual({
      owner: { id: admin.id, name: admin.name, slug: admin.slug },
      role_permissions: [],
      fallback_permissions: NOTHING_SET,
    });
  });

  it('returns a null owner for an item without an owner', async () => {
    const book = await app.given.book({ ownedBy: null });
    expect((await app.api.as(admin).get(address('book', book.id))).body).toMatchObject({ owner: null });
  });

  it.each([
    ['bookshelf', () => app.given.shelf()],
    ['book', () => app.given.book()],
    ['chapter', () => app.given.chapter()],
    ['page', () => app.given.page()],
    ['Page', () => app.given.page()],
  ])('accepts the type %s', async (type, make) => {
    const item = await make();
    expect((await app.api.as(admin).get(address(type, item.id))).status).toBe(200);
  });

  it.each(['shelf/1', 'thing/1', 'page/x', 'page/999999', 'page/99999999999'])('returns 404 for %s', async (path) => {
    expect((await app.api.as(admin).get(`/api/content-permissions/${path}`)).status).toBe(404);
  });

  it('does not return overrides of a parent', async () => {
    const chapter = await app.given.chapter();
    await put('book', chapter.bookId, { fallback_permissions: DENY });
    const { body } = await app.api.as(admin).get(address('chapter', chapter.id));
    expect(body).toMatchObject({ role_permissions: [], fallback_permissions: NOTHING_SET });
  });

  it('returns 404 for hidden items and 403 without the manage permission', async () => {
    const page = await app.given.page();
    expect((await app.api.as(await app.given.user()).get(address('page', page.id))).status).toBe(404);
    expect((await app.api.as(await app.given.viewer()).get(address('page', page.id))).status).toBe(403);
    const everyones = await app.given.user({ permissions: ['page-view-all', 'restrictions-manage-all'] });
    expect((await app.api.as(everyones).get(address('page', page.id))).status).toBe(200);
  });

  it('limits restrictions-manage-own to items that the caller owns', async () => {
    const owner = await app.given.user({ permissions: ['page-view-all', 'restrictions-manage-own'] });
    const [own, other] = [await app.given.page({ ownedBy: owner.id }), await app.given.page()];
    expect((await app.api.as(owner).get(address('page', own.id))).status).toBe(200);
    expect((await app.api.as(owner).get(address('page', other.id))).status).toBe(403);
  });
});

describe('PUT /api/content-permissions/{contentType}/{contentId}', () => {
  it('changes only the given fields and returns the same body as GET', async () => {
    const book = await app.given.book();
    const set = await put('book', book.id, {
      owner_id: admin.id,
      role_permissions: [{ role_id: String(roleId), view: 1, create: '0', update: true, delete: false }],
      fallback_permissions: { inheriting: false, view: true, create: true, update: false, delete: false },
    });
    const expected = {
      owner: { id: admin.id, name: admin.name, slug: admin.slug },
      role_permissions: [
        {
          role_id: roleId,
          view: true,
          create: false,
          update: true,
          delete: false,
          role: { id: roleId, display_name: 'Proofreaders' },
        },
      ],
      fallback_permissions: { inheriting: false, view: true, create: true, update: false, delete: false },
    };
    expect(set).toMatchObject({ status: 200, body: expected });
    expect((await put('book', book.id, {})).body).toEqual(expected);
    expect((await app.api.as(admin).get(address('book', book.id))).body).toEqual(expected);
    expect((await put('book', book.id, { role_permissions: [] })).body).toEqual({ ...expected, role_permissions: [] });
  });

  it.each([[{ inheriting: true }], [{ inheriting: 1 }], [{ inheriting: '1' }], [null]])(
    'restores inheritance for the fallback permissions %j',
    async (fallback) => {
      const page = await app.given.page();
      await put('page', page.id, { fallback_permissions: DENY });
      expect((await put('page', page.id, { fallback_permissions: fallback })).body).toMatchObject({
        fallback_permissions: NOTHING_SET,
      });
    },
  );

  it('returns the rows of roles in the order of the request', async () => {
    const page = await app.given.page();
    const roles = [(await app.given.role()).id, (await app.given.role()).id, roleId].reverse();
    const { body } = await put('page', page.id, {
      role_permissions: roles.map((role_id) => ({ role_id, ...VIEW_ONLY })),
    });
    expect(each(body, 'role_id', 'role_permissions')).toEqual(roles);
  });

  it('takes the last of several rows for one role', async () => {
    const page = await app.given.page();
    const rows = [
      { role_id: roleId, ...VIEW_ONLY },
      { role_id: roleId, ...VIEW_ONLY, view: false },
    ];
    const { body } = await put('page', page.id, { role_permissions: rows });
    expect(body).toMatchObject({ role_permissions: [{ role_id: roleId, view: false }] });
  });

  it('ignores an owner that does not exist', async () => {
    const page = await app.given.page({ ownedBy: admin.id });
    expect((await put('page', page.id, { owner_id: 999_999 })).body).toMatchObject({ owner: { id: admin.id } });
    const viewer = await app.given.viewer();
    expect((await put('page', page.id, { owner_id: viewer.id })).body).toMatchObject({ owner: { id: viewer.id } });
  });

  it.each<[string, object, object]>([
    ['an owner that is no number', { owner_id: 'x' }, { owner_id: ['The owner id must be an integer.'] }],
    [
      'rows that are no list',
      { role_permissions: 'x' },
      { role_permissions: ['The role permissions must be an array.'] },
    ],
    [
      'the fallback as a role',
      { role_permissions: [{ role_id: 0, ...VIEW_ONLY }] },
      { 'role_permissions.0.role_id': ['The selected role_permissions.0.role_id is invalid.'] },
    ],
    [
      'an unknown role',
      {
        role_permissions: [
          { role_id: 1, ...VIEW_ONLY },
          { role_id: 99_999_999_999, ...VIEW_ONLY },
        ],
      },
      { 'role_permissions.1.role_id': ['The selected role_permissions.1.role_id is invalid.'] },
    ],
    [
      'a flag that is a word',
      { role_permissions: [{ role_id: 1, ...VIEW_ONLY, view: 'true' }] },
      { 'role_permissions.0.view': ['The role_permissions.0.view field must be true or false.'] },
    ],
    [
      'missing flags',
      { role_permissions: [{ role_id: 1, view: true, create: true, update: true }] },
      { 'role_permissions.0.delete': ['The role_permissions.0.delete field is required.'] },
    ],
    [
      'a fallback that is no object',
      { fallback_permissions: 'x' },
      { fallback_permissions: ['The fallback permissions must be an object.'] },
    ],
    [
      'a fallback in a list',
      { fallback_permissions: [] },
      { fallback_permissions: ['The fallback permissions must be an object.'] },
    ],
    [
      'a fallback that says nothing',
      { fallback_permissions: {} },
      {
        'fallback_permissions.inheriting': [
          'The fallback permissions.inheriting field is required when fallback permissions is present.',
        ],
      },
    ],
    [
      'missing flags of the fallback',
      { fallback_permissions: { ...DENY, inheriting: 0, view: null } },
      {
        'fallback_permissions.view': [
          'The fallback permissions.view field is required when fallback permissions.inheriting is false.',
        ],
      },
    ],
    [
      'a flag of the fallback that is a word',
      { fallback_permissions: { ...DENY, view: 'no' } },
      { 'fallback_permissions.view': ['The fallback permissions.view field must be true or false.'] },
    ],
    [
      'a fallback that is inherited by a word',
      { fallback_permissions: { inheriting: 'no' } },
      { 'fallback_permissions.inheriting': ['The fallback permissions.inheriting field must be true or false.'] },
    ],
  ])('rejects %s with 422', async (_, body, validation) => {
    const page = await app.given.page();
    expect(await put('page', page.id, body)).toMatchObject({ status: 422, body: { error: { validation } } });
    expect((await app.api.as(admin).get(address('page', page.id))).body).toMatchObject({
      role_permissions: [],
      fallback_permissions: NOTHING_SET,
    });
  });

  it('checks visibility (404), then the permission (403), then the fields (422)', async () => {
    const page = await app.given.page();
    const wrong = { owner_id: 'x' };
    expect((await app.api.as(await app.given.user()).put(address('page', page.id), wrong)).status).toBe(404);
    expect((await app.api.as(await app.given.viewer()).put(address('page', page.id), wrong)).status).toBe(403);
  });

  it('records each change in the audit trail', async () => {
    const shelf = await app.given.shelf({ name: 'Handbooks' });
    await put('bookshelf', shelf.id, {});
    const trail = await app.database.query(
      `SELECT type, detail, user_id, loggable_type FROM activities WHERE loggable_type = 'bookshelf' AND loggable_id = $1`,
      [shelf.id],
    );
    expect(trail).toEqual([
      { type: 'permissions_update', detail: `(${shelf.id}) Handbooks`, user_id: admin.id, loggable_type: 'bookshelf' },
    ]);
  });

  it('takes effect for the very next request', async () => {
    const [page, viewer] = [await app.given.page(), await app.given.viewer()];
    for (const view of [true, false, true, false]) {
      await put('page', page.id, { fallback_permissions: { ...DENY, view } });
      expect((await app.api.as(viewer).get(`/api/pages/${page.id}`)).status).toBe(view ? 200 : 404);
    }
  });
});
