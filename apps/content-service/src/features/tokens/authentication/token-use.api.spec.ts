import { member } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { TokenUse } from './token-use';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

const lastUse = async (userId: number) => {
  const [row] = await app.database.query<{ id: number; at: Date | null; updated: boolean }>(
    'SELECT id, last_used_at AS at, updated_at <> created_at AS updated FROM api_tokens WHERE user_id = $1',
    [userId],
  );
  return { id: row?.id ?? 0, at: row?.at ?? null, updated: row?.updated };
};

/** Counts the `UPDATE` statements from here on. */
function writes() {
  const query = jest.spyOn(app.database, 'query');
  return () => query.mock.calls.filter(([sql]) => sql.startsWith('UPDATE')).length;
}
afterEach(() => jest.restoreAllMocks());

it('the last use of a token is stored when the service stops, not during requests', async () => {
  const caller = await app.given.viewer();
  const url = String(Reflect.get(app.database.source.options, 'url'));
  const other = await startContent({ DATABASE_URL: url });
  expect((await other.api.as(caller).get('/api/books')).status).toBe(200);
  expect((await lastUse(caller.id)).at).toBeNull();
  await other.close();
  const { at, updated } = await lastUse(caller.id);
  expect(at).toBeInstanceOf(Date);
  expect(updated).toBe(false);
  const { body } = await app.api.as(caller).get(`/api/users/${caller.id}/tokens`);
  expect(member(body, 'data.0.last_used_at')).toBe(`${at?.toISOString().slice(0, -1)}000Z`);
});

it('many token uses cause one statement, and no use causes none', async () => {
  const [one, two] = [await app.given.viewer(), await app.given.viewer()];
  const count = writes();
  const use = new TokenUse(app.database);
  for (let times = 0; times < 50; times++) for (const { id } of [one, two]) use.note((await lastUse(id)).id);
  await use.flush();
  await use.flush();
  expect(count()).toBe(1);
  expect([(await lastUse(one.id)).at, (await lastUse(two.id)).at]).toEqual([expect.any(Date), expect.any(Date)]);
});

it('an older use does not replace a newer one of another process', async () => {
  const { id } = await app.given.viewer();
  const use = new TokenUse(app.database);
  use.note((await lastUse(id)).id);
  await app.database.query(`UPDATE api_tokens SET last_used_at = '2999-01-01Z' WHERE user_id = $1`, [id]);
  await use.flush();
  expect((await lastUse(id)).at?.getUTCFullYear()).toBe(2999);
});

it('the next write includes uses from a failed write', async () => {
  const { id } = await app.given.viewer();
  const use = new TokenUse(app.database);
  use.note((await lastUse(id)).id);
  jest.spyOn(app.database, 'query').mockRejectedValueOnce(new Error('the database is away'));
  await use.flush();
  expect((await lastUse(id)).at).toBeNull();
  await use.flush();
  expect((await lastUse(id)).at).toBeInstanceOf(Date);
});

it('storing the use of a revoked token causes no error', async () => {
  const use = new TokenUse(app.database);
  use.note(999_999);
  await expect(use.flush()).resolves.toBeUndefined();
});
