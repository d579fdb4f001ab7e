import type { TestApi } from '@almanac/testing';
import { each, problem, refused, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

let app: ContentApp;
let manager: Person;
let api: TestApi;
beforeAll(async () => {
  app = await startContent({ APP_NAME: 'From the environment', APP_CONTENT_FILTERING: 'jh' });
  manager = await app.given.user({ permissions: ['settings-manage'] });
  api = app.api.as(manager);
});
afterAll(() => app.close());

const DEFAULTS = {
  app_name: 'From the environment',
  app_logo: 'https://docs.example/logo.png',
  public_access: false,
  registration_role_id: null,
  default_editor: 'wysiwyg',
  default_book_sort: null,
  comments_disabled: false,
  content_filtering: 'jh',
  stored: [],
};
const NOTHING_STORED = Object.fromEntries(
  Object.keys(DEFAULTS)
    .filter((name) => name !== 'stored')
    .map((name) => [name, null]),
);

afterEach(async () => {
  expect(await api.put('/api/settings', NOTHING_STORED)).toMatchObject({ status: 200, body: DEFAULTS });
});

describe('GET /api/settings', () => {
  it('returns the environment and the defaults while nothing is stored', async () => {
    expect(await api.get('/api/settings')).toMatchObject({ status: 200, body: DEFAULTS });
  });

  it('returns 304 to a caller who has the current version', async () => {
    const etag = (await api.get('/api/settings')).headers.get('etag') ?? '';
    expect((await api.with({ 'if-none-match': etag }).get('/api/settings')).status).toBe(304);
    await api.put('/api/settings', { app_name: 'New' });
    expect((await api.with({ 'if-none-match': etag }).get('/api/settings')).status).toBe(200);
  });
});

describe('PUT /api/settings', () => {
  it('stores the given members, keeps the others, and lists the stored ones', async () => {
    await api.put('/api/settings', { app_name: 'Harbour' });
    const expected = { ...DEFAULTS, app_name: 'Harbour', comments_disabled: true };
    const { body } = await api.put('/api/settings', { comments_disabled: true });
    expect(body).toEqual({ ...expected, stored: ['app_name', 'comments_disabled'] });
    expect((await api.get('/api/settings')).body).toEqual(body);
  });

  it('returns to the environment for null', async () => {
    await api.put('/api/settings', { app_name: 'Harbour', content_filtering: '' });
    const { body } = await api.put('/api/settings', { app_name: null, content_filtering: null });
    expect(body).toEqual(DEFAULTS);
  });

  it('allows one change per version in If-Match', async () => {
    const etag = (await api.get('/api/settings')).headers.get('etag') ?? '';
    const conditional = api.with({ 'if-match': etag });
    expect((await conditional.put('/api/settings', { app_name: 'First' })).status).toBe(200);
    expect((await conditional.put('/api/settings', { app_name: 'Second' })).status).toBe(412);
    expect((await api.get('/api/settings')).body).toMatchObject({ app_name: 'First' });
  });

  it.each([
    [{ app_name: '' }, { app_name: ['The app name must be at least 1 characters.'] }],
    [{ app_name: 'x'.repeat(101) }, { app_name: ['The app name may not be greater than 100 characters.'] }],
    [{ app_logo: 'javascript:alert(1)' }, { app_logo: ['The app logo must be an http or https address, or none.'] }],
    [{ public_access: 'yes' }, { public_access: ['The public access field must be true or false.'] }],
    [{ registration_role_id: 999_999 }, { registration_role_id: ['The selected registration role id is invalid.'] }],
    [
      { registration_role_id: 99_999_999_999 },
      { registration_role_id: ['The selected registration role id is invalid.'] },
    ],
    [{ default_book_sort: 999_999 }, { default_book_sort: ['The selected default book sort is invalid.'] }],
    [{ default_editor: 'vi' }, { default_editor: ['The selected default editor is invalid.'] }],
    [
      { content_filtering: 'jx' },
      { content_filtering: ['The content filtering may hold only the letters j, f, h and a.'] },
    ],
  ])('rejects %j', async (input, faults) => {
    expect(await api.put('/api/settings', input)).toMatchObject({ status: 422, body: refused(faults) });
  });

  it.each(['admin', 'public'])('rejects the system role %s as the role of new users', async (name) => {
    const [role] = await app.database.query<{ id: number }>('SELECT id FROM roles WHERE system_name = $1', [name]);
    expect(await api.put('/api/settings', { registration_role_id: role?.id })).toMatchObject({
      status: 422,
      body: refused({ registration_role_id: ['A system role cannot be the role of new users.'] }),
    });
  });

  it('rejects a role for new users that grants more than the scope of the token', async () => {
    const role = await app.given.role({ permissions: ['users-manage'] });
    const { body } = await api.post(`/api/users/${manager.id}/tokens`, { name: 'Narrow', scopes: ['settings-manage'] });
    const narrow = app.api.as({ token: `${textAt(body, 'token_id')}:${textAt(body, 'secret')}` });
    expect(await narrow.put('/api/settings', { registration_role_id: role.id })).toMatchObject({
      status: 403,
      body: problem(403, 'You do not have permission to perform the requested action.'),
    });
  });

  it('records one entry per category of the changed settings', async () => {
    const { id } = await app.given.role();
    const [rule] = await app.database.query<{ id: number }>(
      `INSERT INTO sort_rules (name, operations) VALUES ('By name', '{name_asc}') RETURNING id`,
    );
    await app.database.query('DELETE FROM activities');
    await api.put('/api/settings', {
      public_access: true,
      comments_disabled: true,
      app_logo: 'none',
      registration_role_id: id,
      default_book_sort: rule?.id,
    });
    const auditor = await app.given.user({ permissions: ['settings-manage', 'users-manage'] });
    const { body } = await app.api.as(auditor).get('/api/audit-log?filter[type]=settings_update');
    expect(each(body, 'detail')).toEqual(['features', 'customization', 'sorting', 'registration']);
  });
});
