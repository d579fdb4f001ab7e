import { ReplicatedServer, type TestApi, until, VisitingBrowser } from '@almanac/testing';
import { member } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';
import { untilReplicaAnswers } from '../../testing/replica-reads';

const READING = ['book-view-all', 'chapter-view-all', 'page-view-all', 'content-export'];
const HIDDEN = { inheriting: false, view: false, create: false, update: false, delete: false };

let server: ReplicatedServer;
/** Another process, without the replica. */
let writer: ContentApp;
let reader: ContentApp;
let admin: TestApi;
beforeAll(async () => {
  server = await ReplicatedServer.start();
  writer = await startContent();
  admin = writer.api.as(await writer.given.admin());
  await server.catchUp(writer.databaseUrl);
});
afterAll(async () => {
  await writer.close();
  await server.stop();
});

const startReader = (): Promise<ContentApp> =>
  startContent({ DATABASE_URL: writer.databaseUrl, DATABASE_READ_URL: server.readUrl(writer.databaseUrl) });

/** A person, a page that they see, and their role. */
async function given() {
  const person = await writer.given.user({ permissions: READING });
  const [role] = await writer.database.query<{ id: number }>(
    'SELECT role_id AS id FROM user_roles WHERE user_id = $1',
    [person.id],
  );
  return { person, roleId: role?.id ?? 0, page: await writer.given.page() };
}
type Given = Awaited<ReturnType<typeof given>>;

const listed = async ({ person, page }: Given) => {
  const { status, body } = await reader.api.as(person).get(`/api/pages?filter[id]=${page.id}`);
  return status === 200 ? member(body, 'total') : status;
};
const exported = async ({ person, page }: Given) =>
  (await reader.api.as(person).get(`/api/pages/${page.id}/export/html`)).status;
const hide = ({ page }: Given) =>
  admin.put(`/api/content-permissions/page/${page.id}`, { fallback_permissions: HIDDEN });
const leave = (permissions: string[]) => (one: Given) => admin.put(`/api/roles/${one.roleId}`, { permissions });

describe('a change of rights by another process takes effect while the replica is held back', () => {
  beforeAll(async () => {
    reader = await startReader();
  });
  afterAll(() => reader.close());

  it.each<[change: string, send: (given: Given) => Promise<{ status: number }>, list: unknown, file: number]>([
    ['a hidden page', hide, 0, 404],
    ['a role with fewer permissions', leave(['access-api', 'content-export']), 0, 404],
    ['a role without API access', leave(READING), 403, 403],
    ['a deleted user', ({ person }) => admin.delete(`/api/users/${person.id}`), 401, 401],
  ])('%s', async (_, send, list, file) => {
    const one = await given();
    await untilReplicaAnswers(async () => {
      await writer.given.book();
      expect([await listed(one), await exported(one)]).toEqual([1, 200]);
    });
    await server.pause(writer.databaseUrl);
    try {
      expect((await send(one)).status).toBeLessThan(300);
      expect([await listed(one), await exported(one)]).toEqual([list, file]);
    } finally {
      await server.resume(writer.databaseUrl);
    }
  });

  it('a session that ended, and a site that is public no more', async () => {
    const [there, here] = [new VisitingBrowser(writer.api), new VisitingBrowser(reader.api)];
    const search = async (browser: VisitingBrowser) => (await browser.get('/search?term=page')).status;
    await there.logIn(await writer.given.password((await given()).person, 'correct horse battery'));
    for (const [name, value] of there.cookies) here.cookies.set(name, value);
    expect((await admin.put('/api/settings', { public_access: true })).status).toBe(200);
    expect([await search(here), await search(new VisitingBrowser(reader.api))]).toEqual([200, 200]);
    await server.catchUp(writer.databaseUrl);
    await server.pause(writer.databaseUrl);
    try {
      await admin.put('/api/settings', { public_access: false });
      expect([await search(here), await search(new VisitingBrowser(reader.api))]).toEqual([200, 303]);
      await there.submit('/my-account', {}, '/logout');
      expect(await search(here)).toBe(303);
    } finally {
      await server.resume(writer.databaseUrl);
    }
  });
});

/** Without users, whose names are shown with their items. */
const RIGHTS = [
  ...['api_tokens', 'entity_permissions', 'permission_scopes', 'permissions', 'role_permissions', 'roles'],
  ...['user_roles', 'web_sessions'],
];

it('no table of rights is read from the replica', async () => {
  const other = await startReader();
  const people: Person[] = [await writer.given.admin(), (await given()).person, (await given()).person];
  const page = await writer.given.page();
  const paths = ['/api/books', '/api/shelves', '/api/search?query=page', `/api/pages/${page.id}/export/html`];
  for (const path of [...paths, '/api/tags/names'])
    for (const person of people)
      await untilReplicaAnswers(async () => {
        // A changed override ends the cache of the process.
        await admin.put(`/api/content-permissions/page/${(await writer.given.page()).id}`, {
          fallback_permissions: HIDDEN,
        });
        await other.api.as(person).get(path);
      });
  await other.close();
  // The server counts the scans of a connection when that ends.
  const ended = `SELECT FROM pg_stat_activity WHERE application_name LIKE '% replica'`;
  await until(async () => (await server.onReplica(writer.databaseUrl, ended)).length === 0);
  const scans = await server.onReplica<{ name: string; scans: number }>(
    writer.databaseUrl,
    'SELECT relname AS name, (seq_scan + coalesce(idx_scan, 0))::int AS scans FROM pg_stat_user_tables',
  );
  const count = (name: string) => scans.find((table) => table.name === name)?.scans;
  expect(count('books')).toBeGreaterThan(0);
  expect(RIGHTS.map((name) => [name, count(name)])).toEqual(RIGHTS.map((name) => [name, 0]));
});
