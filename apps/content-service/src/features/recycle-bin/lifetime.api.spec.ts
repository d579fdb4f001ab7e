import { type TestApi, until } from '@almanac/testing';
import { each, member, numberAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

let app: ContentApp;
let api: TestApi;
const start = async (days: string, more: Record<string, string> = {}) => {
  app = await startContent({ RECYCLE_BIN_LIFETIME: days, ...more });
  api = app.api.as(await app.given.admin());
};
afterEach(() => app.close());

const bin = async () => each((await api.get('/api/recycle-bin')).body, 'deletable_id');
const exists = async (id: number) => (await app.database.query('SELECT 1 FROM books WHERE id = $1', [id])).length > 0;

/** A book that was deleted so many days ago. */
async function deleted(daysAgo: number): Promise<number> {
  const { id } = await app.given.book();
  await api.delete(`/api/books/${id}`);
  await app.database.query(
    `UPDATE deletions SET created_at = now() - $2 * interval '1 day' WHERE deletable_id = $1 AND deletable_type = 'book'`,
    [id, daysAgo],
  );
  return id;
}

describe('with a lifetime of 0 days', () => {
  it('deleted items are destroyed at once with all their contents', async () => {
    await start('0');
    const chapter = await app.given.chapter();
    const page = await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id, name: 'Gone' });
    expect((await api.delete(`/api/pages/${page.id}`)).status).toBe(204);
    expect((await api.delete(`/api/books/${chapter.bookId}`)).status).toBe(204);
    expect([await bin(), await exists(chapter.bookId)]).toEqual([[], false]);
    const activities = await app.database.query(
      `SELECT type, detail, loggable_id FROM activities WHERE type = 'page_delete'`,
    );
    expect(activities).toEqual([{ type: 'page_delete', detail: 'Gone', loggable_id: null }]);
  });
});

describe('with a lifetime of 3 days', () => {
  it('a deletion triggers the destruction of older items and keeps younger ones', async () => {
    await start('3', { RUN_JOBS: 'true' });
    const [young, old] = [await deleted(2), await deleted(4)];
    const now = await deleted(0);
    await until(async () => !(await exists(old)));
    expect([await bin(), await exists(young)]).toEqual([[young, now], true]);
  });

  it('a process destroys due items at its start and every hour', async () => {
    await start('3');
    const old = await deleted(4);
    const other = await startContent({ ...app.environment, RUN_JOBS: 'true' });
    await until(async () => !(await exists(old)));
    const waiting = () =>
      app.database.query(
        `SELECT start_after < now() + interval '61 minutes' AS soon FROM jobs.job WHERE name = 'recycle-bin.purge-hourly' AND state = 'created'`,
      );
    await until(async () => (await waiting()).length > 0);
    expect(await waiting()).toEqual([{ soon: true }]);
    await other.close();
  });

  it('a process without jobs queues one purge for another process', async () => {
    await start('3');
    const old = await deleted(4);
    await deleted(0);
    await deleted(0);
    expect(await exists(old)).toBe(true);
    expect(await app.database.query(`SELECT name FROM jobs.job WHERE state = 'created'`)).toEqual([
      { name: 'recycle-bin.purge' },
    ]);
  });

  it('no job is queued while no item is due', async () => {
    await start('3');
    await deleted(2);
    await deleted(0);
    expect(await app.database.query('SELECT 1 FROM jobs.job')).toEqual([]);
  });
});

describe('with a lifetime of -1', () => {
  it('deleted items are never destroyed', async () => {
    await start('-1');
    const old = await deleted(10_000);
    await deleted(0);
    expect(await exists(old)).toBe(true);
    expect(await app.database.query('SELECT 1 FROM jobs.job')).toEqual([]);
    expect(
      (await api.put(`/api/recycle-bin/${numberAt((await api.get('/api/recycle-bin')).body, 'data.0.id')}`)).body,
    ).toEqual({
      restore_count: 1,
    });
    expect(member((await api.get(`/api/books/${old}`)).body, 'id')).toBe(old);
  });
});
