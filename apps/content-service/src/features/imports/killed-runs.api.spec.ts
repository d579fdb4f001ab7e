import { DiskStore } from '@almanac/storage';
import { ServiceProcess, until } from '@almanac/testing';
import { StoredFiles } from '../../content/files/stored-files';
import { idOf, member, textAt } from '../../testing/answers';
import { archiveOf, uploadArchive } from '../../testing/archives';
import { type ContentApp, startContent } from '../../testing/content-app';
import { countLockWaits } from '../../testing/count-lock-waits';
import type { Person } from '../../testing/given';
import { filesOf, picture } from '../../testing/uploads';

let app: ContentApp;
let admin: Person;
let service: ServiceProcess;
beforeAll(async () => {
  app = await startContent();
  admin = await app.given.admin();
});
const start = async () =>
  void (service = await ServiceProcess.start('content-service', { ...app.environment, RUN_JOBS: 'true' }));
beforeEach(start);
afterEach(async () => {
  // A job that is at work when its process is killed holds up the next one of the caller, for longer than a lock may be held.
  await until(async () => (await app.database.query(`SELECT FROM jobs.job WHERE state = 'active'`)).length === 0);
  await service.kill();
});
afterAll(() => app.close());

const archive = async () => {
  const pages = [
    { name: 'first', html: '<p>x</p>', attachments: [{ name: 'a', file: 'a' }] },
    { name: 'second', images: [{ name: 'i', file: 'i', type: 'gallery' }], attachments: [{ name: 'b', file: 'a' }] },
  ];
  return archiveOf({ book: { name: 'Cut short', chapters: [{ name: 'c', pages }] } }, { a: 'x', i: await picture() });
};

/** Kills the service when a run first uses the locked table. */
async function killAt(lock: string, importId: number): Promise<void> {
  const holder = app.database.source.createQueryRunner();
  await holder.startTransaction();
  try {
    await holder.query(`LOCK TABLE ${lock} MODE`);
    const running = service.api
      .as(admin)
      .post(`/api/imports/${importId}`, {})
      .catch(() => 'cut off');
    await until(async () => (await countLockWaits(app.database)) > 0);
    await service.kill();
    expect(await running).toBe('cut off');
  } finally {
    await holder.rollbackTransaction();
    await holder.release();
  }
}

/** Runs the clean-up with all pending removals due; it must not fail. */
async function sweep(): Promise<void> {
  await app.database.query(`UPDATE file_removals SET due_at = due_at - interval '2 hours'`);
  expect(await new StoredFiles(app.database, new DiskStore(app.storage)).sweep()).toEqual([]);
}

const ROWS = `SELECT (SELECT count(*) FROM books)::int AS books, (SELECT count(*) FROM pages)::int AS pages,
  (SELECT count(*) FROM images)::int AS images, (SELECT count(*) FROM attachments)::int AS attachments, (SELECT count(*) FROM imports)::int AS imports`;

it.each([
  ['while its files are written', 'images IN ACCESS EXCLUSIVE'],
  ['while its rows are written', 'page_revisions IN EXCLUSIVE'],
  ['between its files and its rows', 'imports IN EXCLUSIVE'],
])('a run whose process is killed %s leaves nothing behind and can be repeated', async (_when, lock) => {
  const { body } = await uploadArchive(app, admin, await archive());
  const before = { rows: await app.database.query(ROWS), files: await filesOf(app) };

  await killAt(lock, idOf(body));
  expect((await filesOf(app)).length).toBeGreaterThan(before.files.length);
  await sweep();
  expect({ rows: await app.database.query(ROWS), files: await filesOf(app) }).toEqual(before);

  // A run without a heartbeat for half a minute counts as abandoned, and so does its job.
  await app.database.query(`UPDATE job_runs SET alive_at = alive_at - interval '1 minute'`);
  await app.database.query(`UPDATE jobs.job SET heartbeat_on = heartbeat_on - interval '1 minute'`);
  await start();
  const again = await service.api.as(admin).post(`/api/imports/${idOf(body)}`);
  expect(again.status).toBe(200);
  const kept = await filesOf(app);
  expect(kept).not.toContain(textAt(body, 'path'));
  await sweep();
  expect(await filesOf(app)).toEqual(kept);
  const attachments = await app.api.as(admin).get('/api/attachments?sort=-id&count=2');
  for (const place of [0, 1]) {
    const { body: attachment } = await app.api
      .as(admin)
      .get(`/api/attachments/${String(member(attachments.body, `data.${place}.id`))}`);
    expect(textAt(attachment, 'content')).toBe(Buffer.from('x').toString('base64'));
  }
});
