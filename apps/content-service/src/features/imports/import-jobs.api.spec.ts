import { until } from '@almanac/testing';
import { idOf, member } from '../../testing/answers';
import { archiveOf, uploadArchive } from '../../testing/archives';
import { type ContentApp, startContent } from '../../testing/content-app';
import { countLockWaits } from '../../testing/count-lock-waits';
import type { Person } from '../../testing/given';

let app: ContentApp;
let admin: Person;
beforeAll(async () => {
  app = await startContent({ RUN_JOBS: 'true', IMPORT_WAIT_SECONDS: '1' });
  admin = await app.given.admin();
});
afterAll(() => app.close());

const waiting = async (person = admin, name = 'Later') =>
  idOf((await uploadArchive(app, person, await archiveOf({ book: { name, pages: [{ name: 'p' }] } }))).body);
const run = (id: number, person = admin, prefer?: string) =>
  app.api
    .as(person)
    .with(prefer === undefined ? {} : { prefer })
    .post(`/api/imports/${id}`, {});
const look = async (id: number, person = admin) => app.api.as(person).get(`/api/imports/${id}/run`);
const stateOf = async (id: number) => member((await look(id)).body, 'state');
const books = async (name: string) =>
  member((await app.api.as(admin).get(`/api/books?filter[name]=${name}`)).body, 'total');

/** Blocks all runs from writing rows while `work` is running. */
async function whileNothingIsWritten(work: () => Promise<void>): Promise<void> {
  const holder = app.database.source.createQueryRunner();
  await holder.startTransaction();
  try {
    await holder.query('LOCK TABLE page_revisions IN EXCLUSIVE MODE');
    await work();
  } finally {
    await holder.rollbackTransaction();
    await holder.release();
  }
}

it('a long import run returns 202 with a Location that shows its state', async () => {
  const id = await waiting();
  await whileNothingIsWritten(async () => {
    const answer = await run(id);
    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe(`${app.baseUrl}/api/imports/${id}/run`);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.body).toMatchObject({
      import_id: id,
      state: 'running',
      item: null,
      error: null,
      created_by: admin.id,
      ended_at: null,
    });
    await until(
      async () => member((await look(id)).body, 'progress.step') === 'rows' || (await stateOf(id)) === 'running',
    );
  });
  await until(async () => (await stateOf(id)) === 'done');
  const { body } = await look(id);
  expect(body).toMatchObject({
    item: { name: 'Later', type: 'book' },
    error: null,
    ended_at: expect.stringMatching(/Z$/),
  });
  expect((await app.api.as(admin).get(`/api/books/${String(member(body, 'item.id'))}`)).status).toBe(200);
});

it.each(['respond-async', 'wait=0', 'respond-async, wait=0'])(
  'an import run with Prefer: %s returns 202 without waiting',
  async (prefer) => {
    const id = await waiting();
    const answer = await run(id, admin, prefer);
    expect(answer.status).toBe(202);
    expect(answer.headers.get('preference-applied')).toBe('respond-async');
    await until(async () => (await stateOf(id)) === 'done');
  },
);

it('a failed asynchronous run reports the error code and message', async () => {
  const page = idOf((await uploadArchive(app, admin, await archiveOf({ page: { name: 'x' } }))).body);
  const answer = await app.api
    .as(admin)
    .with({ prefer: 'respond-async' })
    .post(`/api/imports/${page}`, { parent_type: 'book', parent_id: 99_999 });
  expect(answer.status).toBe(202);
  await until(async () => (await stateOf(page)) === 'failed');
  const message = 'ZIP import failed with the following errors: \nParent book or chapter required for page import.';
  expect((await look(page)).body).toMatchObject({ state: 'failed', item: null, error: { code: 422, message } });
});

it('a canceled run leaves nothing behind and permits another run', async () => {
  const id = await waiting(admin, 'Unwanted');
  await whileNothingIsWritten(async () => {
    expect((await run(id)).status).toBe(202);
    expect((await app.api.as(admin).delete(`/api/imports/${id}/run`)).status).toBe(204);
    expect(await stateOf(id)).toBe('running');
  });
  await until(async () => (await stateOf(id)) === 'canceled');
  expect([await books('Unwanted'), (await app.api.as(admin).get(`/api/imports/${id}`)).status]).toEqual([0, 200]);
  expect((await run(id)).status).toBe(200);
  expect(await app.api.as(admin).delete(`/api/imports/${id}/run`)).toMatchObject({ status: 409 });
});

it.each(['book', 'page'])('a run of a %s keeps the limits of its token', async (kind) => {
  const data = { name: 'Limited', ...(kind === 'book' && { pages: [{ name: 'p' }] }) };
  const id = idOf((await uploadArchive(app, admin, await archiveOf({ [kind]: data }))).body);
  const parent = { parent_type: 'book', parent_id: (await app.given.book()).id };
  const scopes = ['content-import', 'settings-manage', 'book-create-all', 'book-view-all', 'page-view-all'];
  const runAs = async (more: string[]) =>
    app.api.as(await app.given.narrowed(admin, [...scopes, ...more])).post(`/api/imports/${id}`, parent);
  const refused = await runAs([]);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('permissions to create pages')]);
  expect((await runAs(['page-create-all'])).status).toBe(200);
});

it('a run that waits is refused once its caller may no longer create items in the parent', async () => {
  const permissions = ['content-import', 'book-view-all', 'page-view-all', 'page-create-all'];
  const importer = await app.given.user({ permissions });
  const { id: bookId } = await app.given.book();
  const id = idOf((await uploadArchive(app, importer, await archiveOf({ page: { name: 'Too late' } }))).body);
  const parent = { parent_type: 'book', parent_id: bookId };
  await whileNothingIsWritten(async () => {
    const { status } = await app.api.as(importer).post(`/api/imports/${id}`, parent);
    expect(status).toBe(202);
    await until(async () => (await countLockWaits(app.database)) > 0);
    const readOnly = { inheriting: false, view: true, create: false, update: false, delete: false };
    const address = `/api/content-permissions/book/${bookId}`;
    expect((await app.api.as(admin).put(address, { fallback_permissions: readOnly })).status).toBe(200);
  });
  await until(async () => (await stateOf(id)) !== 'running');
  expect((await look(id, importer)).body).toMatchObject({ state: 'failed', error: { code: 403 } });
  expect(await app.database.query(`SELECT FROM pages WHERE book_id = $1`, [bookId])).toEqual([]);
});

it('a second run of an import returns 409 while the first is active', async () => {
  const id = await waiting(admin, 'Twice');
  await whileNothingIsWritten(async () => {
    expect((await run(id)).status).toBe(202);
    expect(await run(id)).toMatchObject({ status: 409 });
  });
  await until(async () => (await stateOf(id)) === 'done');
  expect(await books('Twice')).toBe(1);
});

it('only the creator and administrators can access an import run', async () => {
  const permissions = ['content-import', 'book-view-all', 'book-create-all', 'page-create-all'];
  const [one, other] = [await app.given.user({ permissions }), await app.given.user({ permissions })];
  const id = await waiting(one, 'Mine');
  expect((await look(id, one)).status).toBe(404);
  expect((await run(id, one)).status).toBe(200);
  expect([(await look(id, one)).status, (await look(id, other)).status, (await look(id)).status]).toEqual([
    200, 404, 200,
  ]);
  expect((await app.api.as(other).delete(`/api/imports/${id}/run`)).status).toBe(404);
});

it('the audit log records the user, request id and IP address of a run', async () => {
  const id = await waiting(admin, 'Audited');
  const answer = await app.api
    .as(admin)
    .with({ 'x-request-id': 'asked-for-it', prefer: 'respond-async' })
    .post(`/api/imports/${id}`, {});
  expect(answer.status).toBe(202);
  await until(async () => (await stateOf(id)) === 'done');
  const rows = await app.database.query(
    `SELECT DISTINCT user_id, request_id, ip <> '' AS has_ip FROM activities WHERE type IN ('book_create', 'import_run') AND detail LIKE '%Audited'`,
  );
  expect(rows).toEqual([{ user_id: admin.id, request_id: 'asked-for-it', has_ip: true }]);
});
