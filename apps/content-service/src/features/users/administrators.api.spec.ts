import type { TestApi } from '@almanac/testing';
import { each, problem, refused } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

const FIRST = 1;

let app: ContentApp;
let api: TestApi;
beforeEach(async () => {
  app = await startContent({ DATABASE_POOL_SIZE: '12' });
  api = app.api.as(await app.given.user({ permissions: ['users-manage'] }));
});
afterEach(() => app.close());

const administrators = async () => {
  const rows = await app.database.query<{ id: number }>(
    `SELECT user_id AS id FROM user_roles JOIN roles ON roles.id = role_id WHERE system_name = 'admin' ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
};

const ONLY_ONE =
  'This user is the only user assigned to the administrator role. Assign the administrator role to another user before attempting to remove it here.';

describe('the only administrator', () => {
  it('cannot be deleted', async () => {
    expect(await api.delete(`/api/users/${FIRST}`)).toMatchObject({
      status: 403,
      body: problem(403, 'You cannot delete the only admin'),
    });
  });

  it('cannot lose the role', async () => {
    for (const roles of [[], [2]]) {
      const { status, body } = await api.put(`/api/users/${FIRST}`, { roles, name: 'Not even this' });
      expect({ status, body }).toEqual({ status: 422, body: refused({ roles: [ONLY_ONE] }) });
    }
    expect((await api.get(`/api/users/${FIRST}`)).body).toMatchObject({ name: 'Admin', roles: [{ id: 1 }] });
  });

  it('may get further roles', async () => {
    expect(each((await api.put(`/api/users/${FIRST}`, { roles: [1, 2] })).body, 'id', 'roles')).toEqual([1, 2]);
  });

  it('cannot be deleted even when the guest has the administrator role', async () => {
    await app.database.query('INSERT INTO user_roles (user_id, role_id) VALUES (2, 1)');
    expect((await api.delete(`/api/users/${FIRST}`)).status).toBe(403);
  });
});

describe('with a second administrator', () => {
  it('the first one can be demoted and deleted', async () => {
    const second = await app.given.admin();
    expect((await api.put(`/api/users/${FIRST}`, { roles: [] })).status).toBe(200);
    expect((await api.delete(`/api/users/${FIRST}`)).status).toBe(204);
    expect(await administrators()).toEqual([second.id]);
  });

  const WAYS: Record<string, (caller: TestApi, id: number) => Promise<{ status: number }>> = {
    deleted: (caller, id) => caller.delete(`/api/users/${id}`),
    demoted: (caller, id) => caller.put(`/api/users/${id}`, { roles: [2] }),
  };

  it.each([
    ['deleted', 'deleted'],
    ['demoted', 'demoted'],
    ['deleted', 'demoted'],
  ] as const)('one is left when one is %s and the other %s at the same time', async (one, other) => {
    for (let round = 0; round < 5; round++) {
      const pair = await administrators();
      const second: Person = await app.given.admin();
      const [first = 0] = pair;
      const answers = await Promise.all([WAYS[one]!(api, first), WAYS[other]!(api, second.id)]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(await administrators()).toHaveLength(1);
    }
  });

  it('one is left when each deletes the other', async () => {
    const [a, b] = [await app.given.admin(), await app.given.admin()];
    await api.delete(`/api/users/${FIRST}`);
    const answers = await Promise.all([
      app.api.as(a).delete(`/api/users/${b.id}`),
      app.api.as(b).delete(`/api/users/${a.id}`),
    ]);
    expect(answers.map(({ status }) => status)).toContain(204);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    expect(await administrators()).toHaveLength(1);
  });
});
