import { metrics } from '@almanac/observability';
import { VisitingBrowser } from '@almanac/testing';
import { OneTimeLinks } from '../../content/accounts/one-time-links';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent({ DATABASE_POOL_SIZE: '12' });
});
afterAll(() => app.close());

const ADMIN = 1;

type Send = (caller: Person, other: Person, round: number) => Promise<{ status: number }>;

const at = ({ id }: Person) => `/api/users/${id}`;
const newRole = async () => (await app.given.role()).id;

const rename: Send = (caller, other, round) =>
  app.api.as(caller).put(at(other), { name: `Renamed ${other.id} ${round}` });
const setRoles: Send = async (caller, other) =>
  app.api.as(caller).put(at(other), { roles: [await newRole(), ADMIN, await newRole()] });
const setPassword: Send = (caller, other) => app.api.as(caller).put(at(other), { password: 'kettle of violet fog' });
const remove: Send = (caller, other) => app.api.as(caller).delete(at(other));
const removeForCaller: Send = (caller, other) =>
  app.api.as(caller).delete(at(other), { migrate_ownership_id: caller.id });
const create: Send = (caller, other, round) =>
  app.api.as(caller).post('/api/users', { name: `Renamed ${caller.id} ${round}`, email: `${other.id}-${round}@x.org` });
const createToken: Send = (caller, other) => app.api.as(caller).post(`${at(other)}/tokens`, { name: 'Script' });
const renameAdminRole: Send = (caller, _other, round) =>
  app.api.as(caller).put(`/api/roles/${ADMIN}`, { description: `Round ${round}` });
/** Concerns only the caller's account, as the other change does. */
const setPasswordByLink: Send = async (caller) => {
  const token = await new OneTimeLinks(app.database).issue('password-reset', caller.id);
  const password = 'kettle of violet fog';
  return new VisitingBrowser(app.api).submit(`/password/reset/${token}`, { password, password_confirmation: password });
};
/** Removes a role that both hold, in favour of another one. */
const removeRole: Send = async (caller, other) => {
  const [role, heir] = [await newRole(), await newRole()];
  for (const { id } of [caller, other])
    await app.database.query('INSERT INTO user_roles (user_id, role_id) VALUES ($1, $2)', [id, role]);
  const [removal] = await Promise.all([
    app.api.as(caller).delete(`/api/roles/${role}`, { migrate_role_id: heir }),
    app.api.as(other).put(at(caller), { roles: [heir, ADMIN, role] }),
  ]);
  return removal;
};

/** @returns how many transactions began again after they lost a race, such as a deadlock */
async function retries(): Promise<number> {
  const metric = await metrics.getSingleMetric('almanac_database_retries_total')?.get();
  return metric?.values[0]?.value ?? 0;
}

const deadlocks = async () => {
  const sql = 'SELECT deadlocks::int AS deadlocks FROM pg_stat_database WHERE datname = current_database()';
  const [row] = await app.database.query<{ deadlocks: number }>(sql);
  return row?.deadlocks;
};

describe('two users who change each other at the same time do not deadlock', () => {
  it('in 100 changes each', async () => {
    const [a, b] = [await app.given.admin(), await app.given.admin()];
    const before = [await retries(), await deadlocks()];
    const statuses = new Set<number>();
    const send = async (caller: Person, other: Person, lane: number) => {
      for (let round = 0; round < 50; round += 1)
        statuses.add((await rename(caller, other, lane * 100 + round)).status);
    };
    await Promise.all([send(a, b, 0), send(b, a, 0), send(a, b, 1), send(b, a, 1)]);
    expect([...statuses]).toEqual([200]);
    expect([await retries(), await deadlocks()]).toEqual(before);
  });

  it.each<[kinds: string, one: Send, other: Send]>([
    ['a name and a name', rename, rename],
    ['a name and a password', rename, setPassword],
    ['a name and roles', rename, setRoles],
    ['roles and roles', setRoles, setRoles],
    ['a deletion and a deletion', remove, remove],
    ['a deletion and a name', remove, rename],
    ['deletions in favour of the caller', removeForCaller, removeForCaller],
    ['a token and a name', createToken, rename],
    ['a token and a deletion', createToken, remove],
    ['a password by a link and a password', setPasswordByLink, setPassword],
    ['a new user and a name', create, rename],
    ['a new user and roles', create, setRoles],
    ['a role and a name', renameAdminRole, rename],
    ['a role and roles', renameAdminRole, setRoles],
    ['the deletion of a role and roles', removeRole, setRoles],
  ])('by %s', async (_kinds, one, other) => {
    const before = await retries();
    for (let round = 0; round < 15; round += 1) {
      const pair = [await app.given.admin(), await app.given.admin()] as const;
      const [a, b] = round % 2 === 0 ? pair : [pair[1], pair[0]];
      const answers = await Promise.all([one(a, b, 2 * round), other(b, a, 2 * round + 1)]);
      // The caller may be deleted already. That is a 401.
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    }
    expect(await retries()).toBe(before);
  });
});
