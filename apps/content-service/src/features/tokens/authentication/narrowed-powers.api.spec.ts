import type { TestApi } from '@almanac/testing';
import { idOf, member, problem, textAt } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';
import type { Person } from '../../../testing/given';

const VIEWS = ['access-api', 'page-view-own'];
const DENIED = problem(403, 'You do not have permission to perform the requested action.');
const ADMIN_ROLE = 1;

/** The scope that a request requires, besides permission for the request itself. */
type Power = 'nothing' | 'views' | 'everything';

interface Target {
  admin: Person;
  viewer: Person;
  newcomer: Person;
  viewRole: number;
  emptyRole: number;
}

let app: ContentApp;
let admin: Person;
beforeAll(async () => {
  app = await startContent();
  admin = await app.given.admin();
});
afterAll(() => app.close());

/** A client with an administrator's token of these scopes; null sets no limit. */
async function narrowed(scopes: string[] | null): Promise<TestApi> {
  const { body } = await app.api.as(admin).post(`/api/users/${admin.id}/tokens`, { name: 'Narrowed', scopes });
  return app.api.as({ token: `${textAt(body, 'token_id')}:${textAt(body, 'secret')}` });
}

async function target(): Promise<Target> {
  const { id: viewRole } = await app.given.role({ permissions: VIEWS });
  const { id: emptyRole } = await app.given.role();
  const [other, viewer, newcomer] = [
    await app.given.admin(),
    await app.given.user(),
    await app.given.user({ api: false }),
  ];
  await app.database.query('UPDATE user_roles SET role_id = $2 WHERE user_id = $1', [viewer.id, viewRole]);
  return { admin: other, viewer, newcomer, viewRole, emptyRole };
}

let people = 0;
const newUser = (fields: object) => {
  people += 1;
  return { name: 'New', email: `new-${people}@example.com`, password: 'correct horse', ...fields };
};
const newEmail = () => newUser({}).email;

type Request = (api: TestApi, on: Target) => Promise<{ status: number; body: unknown }>;

const USERS: [what: string, needs: Power, request: Request][] = [
  ['makes a user without a role', 'nothing', (api) => api.post('/api/users', newUser({}))],
  [
    'makes a user with an empty role',
    'nothing',
    (api, on) => api.post('/api/users', newUser({ roles: [on.emptyRole] })),
  ],
  ['makes a viewer', 'views', (api, on) => api.post('/api/users', newUser({ roles: [on.viewRole] }))],
  ['makes an administrator', 'everything', (api) => api.post('/api/users', newUser({ roles: [ADMIN_ROLE] }))],
  [
    'gives a user an empty role',
    'nothing',
    (api, on) => api.put(`/api/users/${on.newcomer.id}`, { roles: [on.emptyRole] }),
  ],
  ['makes a user a viewer', 'views', (api, on) => api.put(`/api/users/${on.newcomer.id}`, { roles: [on.viewRole] })],
  [
    'makes a user an administrator',
    'everything',
    (api, on) => api.put(`/api/users/${on.newcomer.id}`, { roles: [ADMIN_ROLE] }),
  ],
  [
    'keeps an administrator as one',
    'nothing',
    (api, on) => api.put(`/api/users/${on.admin.id}`, { roles: [ADMIN_ROLE] }),
  ],
  ['takes the role from a viewer', 'nothing', (api, on) => api.put(`/api/users/${on.viewer.id}`, { roles: [] })],
  ['renames an administrator', 'nothing', (api, on) => api.put(`/api/users/${on.admin.id}`, { name: 'Renamed' })],
  [
    'sets the password of a user without roles',
    'nothing',
    (api, on) => api.put(`/api/users/${on.newcomer.id}`, { password: 'new password' }),
  ],
  [
    'sets the password of a viewer',
    'views',
    (api, on) => api.put(`/api/users/${on.viewer.id}`, { password: 'new password' }),
  ],
  ['sets the e-mail of a viewer', 'views', (api, on) => api.put(`/api/users/${on.viewer.id}`, { email: newEmail() })],
  [
    'sets the password of an administrator',
    'everything',
    (api, on) => api.put(`/api/users/${on.admin.id}`, { password: 'new password' }),
  ],
  [
    'sets the e-mail of an administrator',
    'everything',
    (api, on) => api.put(`/api/users/${on.admin.id}`, { email: newEmail() }),
  ],
  [
    'sets the outside id of an administrator',
    'everything',
    (api, on) => api.put(`/api/users/${on.admin.id}`, { external_auth_id: 'x' }),
  ],
  [
    'sets the password of its owner',
    'everything',
    (api) => api.put(`/api/users/${admin.id}`, { password: 'new password' }),
  ],
  ['sets the e-mail of its owner', 'everything', (api) => api.put(`/api/users/${admin.id}`, { email: newEmail() })],
  ['deletes a viewer', 'nothing', (api, on) => api.delete(`/api/users/${on.viewer.id}`)],
];

const ROLES: [what: string, needs: Power, request: Request][] = [
  ['makes an empty role', 'nothing', (api) => api.post('/api/roles', { display_name: 'New role' })],
  [
    'makes a role that views',
    'views',
    (api) => api.post('/api/roles', { display_name: 'New role', permissions: VIEWS }),
  ],
  [
    'makes a role that exports',
    'everything',
    (api) => api.post('/api/roles', { display_name: 'New role', permissions: ['content-export'] }),
  ],
  ['lets a role view', 'views', (api, on) => api.put(`/api/roles/${on.emptyRole}`, { permissions: VIEWS })],
  [
    'lets a role manage users and settings',
    'everything',
    (api, on) => api.put(`/api/roles/${on.emptyRole}`, { permissions: ['users-manage', 'settings-manage'] }),
  ],
  [
    'keeps the permissions of a role',
    'nothing',
    (api, on) => api.put(`/api/roles/${on.viewRole}`, { permissions: VIEWS }),
  ],
  [
    'removes the permissions of a role',
    'nothing',
    (api, on) => api.put(`/api/roles/${on.viewRole}`, { permissions: [] }),
  ],
  ['renames a role', 'nothing', (api) => api.put(`/api/roles/${ADMIN_ROLE}`, { display_name: 'Wardens' })],
  [
    'demands a second factor of viewers',
    'views',
    (api, on) => api.put(`/api/roles/${on.viewRole}`, { mfa_enforced: true }),
  ],
  [
    'binds a role to an outside group',
    'views',
    (api, on) => api.put(`/api/roles/${on.viewRole}`, { external_auth_id: 'x' }),
  ],
  ['deletes a role', 'nothing', (api, on) => api.delete(`/api/roles/${on.viewRole}`)],
];

const TOKENS: [what: string, needs: Power, request: Request][] = [
  [
    'makes a token that views',
    'views',
    (api, on) => api.post(`/api/users/${on.viewer.id}/tokens`, { name: 'x', scopes: ['page-view-own'] }),
  ],
  [
    'makes a token for everything',
    'everything',
    (api, on) => api.post(`/api/users/${on.viewer.id}/tokens`, { name: 'x' }),
  ],
  [
    'makes itself a token for everything',
    'everything',
    (api) => api.post(`/api/users/${admin.id}/tokens`, { name: 'x', scopes: null }),
  ],
];

const REACHES: Record<Power, Power[]> = {
  nothing: ['nothing'],
  views: ['nothing', 'views'],
  everything: ['nothing', 'views', 'everything'],
};

describe.each<[name: string, scopes: string[] | null, may: string[], reaches: Power]>([
  ['users-manage', ['users-manage'], ['users'], 'nothing'],
  ['user-roles-manage', ['user-roles-manage'], ['roles'], 'nothing'],
  ['users-manage and viewing', ['users-manage', 'page-view-all'], ['users'], 'views'],
  ['user-roles-manage and viewing', ['user-roles-manage', 'page-view-all'], ['roles'], 'views'],
  ['settings-manage', ['settings-manage'], [], 'nothing'],
  ['reading', ['read'], [], 'nothing'],
  ['everything', null, ['users', 'roles'], 'everything'],
])('a token for %s', (_name, scopes, may, reaches) => {
  const table = [
    ...USERS.map((row) => ['users', ...row] as const),
    ...TOKENS.map((row) => ['users', ...row] as const),
    ...ROLES.map((row) => ['roles', ...row] as const),
  ];
  const cases = table.map(([kind, what, needs, request]) => {
    const isAllowed = may.includes(kind) && REACHES[reaches].includes(needs);
    return [what, isAllowed ? 'is accepted' : 'is refused', isAllowed, request] as const;
  });
  let api: TestApi;
  beforeAll(async () => {
    api = await narrowed(scopes);
  });

  it.each(cases)('that %s %s', async (_what, _outcome, isAllowed, request) => {
    const { status, body } = await request(api, await target());
    if (isAllowed) expect(status).toBeLessThan(300);
    else expect({ status, body }).toEqual({ status: 403, body: DENIED });
  });
});

it('a refused request changes nothing', async () => {
  const on = await target();
  const api = await narrowed(['users-manage']);
  expect((await api.put(`/api/users/${on.admin.id}`, { name: 'Taken', email: newEmail() })).status).toBe(403);
  expect(member((await app.api.as(admin).get(`/api/users/${on.admin.id}`)).body, 'name')).toBe(on.admin.name);
});

it('a token without limits can assign any role, as in the reference', async () => {
  const manager = app.api.as(await app.given.user({ permissions: ['users-manage'] }));
  const { body, status } = await manager.post('/api/users', newUser({ roles: [ADMIN_ROLE] }));
  expect(status).toBe(200);
  expect((await manager.put(`/api/users/${idOf(body)}`, { password: 'another one' })).status).toBe(200);
});
