import { BACKUP_LOCK } from '@almanac/database';
import { DiskStore } from '@almanac/storage';
import { nonEmpty, until } from '@almanac/testing';
import { FileRemoval } from './file-removal.entity';
import { type ContentApp, startContent } from '../../testing/content-app';
import { filesOf } from '../../testing/uploads';
import { StoredFiles } from './stored-files';

let app: ContentApp;
let files: StoredFiles;
let store: DiskStore;
beforeAll(async () => {
  app = await startContent();
  store = new DiskStore(app.storage);
  files = new StoredFiles(app.database, store);
});
beforeEach(() => app.database.query('TRUNCATE file_removals'));
afterAll(() => app.close());

const BYTES = Buffer.from('bytes');
const hoursPass = () => app.database.query(`UPDATE file_removals SET due_at = due_at - interval '2 hours'`);
const removals = async () => (await app.database.source.getRepository(FileRemoval).find()).map(({ key }) => key);
const ATTACH = `INSERT INTO attachments (page_id, name, external, path, "order") VALUES ($1, 'x', false, $2, 1)`;
/** Stores a file, as code in an open transaction does. */
const add = (key: string, meanwhile = () => Promise.resolve()) =>
  files.add({
    source: key,
    prepare: () =>
      Promise.resolve(async (at) => {
        await store.put(at, BYTES);
        await meanwhile();
      }),
    reserve: async () => (await files.announce(key))!,
  });
const attach = async (path: string): Promise<number> => {
  const page = await app.given.page();
  await app.database.query(ATTACH, [page.id, path]);
  return page.id;
};

describe('a file', () => {
  it('without a row is removed only after the time allowed for writing it', async () => {
    expect(await files.announce('lost/a')).toMatchObject({ key: 'lost/a' });
    await store.put('lost/a', BYTES);
    expect(await files.sweep()).toEqual([]);
    expect(await filesOf(app)).toEqual(['lost/a']);
    await hoursPass();
    await files.sweep();
    expect(await filesOf(app)).toEqual([]);
  });

  it('with a row is kept, and its name stays reserved until the file is removed', async () => {
    await files.announce('kept/a');
    await store.put('kept/a', BYTES);
    const pageId = await attach('kept/a');
    await hoursPass();
    await files.sweep();
    expect(await filesOf(app)).toEqual(['kept/a']);
    await app.database.query('DELETE FROM attachments WHERE page_id = $1', [pageId]);
    expect(await files.announce('kept/a')).toBeUndefined();
    await files.sweep();
    expect(await files.announce('kept/a')).toBeDefined();
    expect(await filesOf(app)).toEqual([]);
  });

  it('is removed after the page of its row is deleted', async () => {
    await store.put('page/a', BYTES);
    const pageId = await attach('page/a');
    await app.database.query('DELETE FROM pages WHERE id = $1', [pageId]);
    await Promise.all([files.sweep(), files.sweep()]);
    expect(await filesOf(app)).toEqual([]);
  });

  it('stays while a backup runs, and is removed by a later sweep', async () => {
    await store.put('backed-up/a', BYTES);
    const pageId = await attach('backed-up/a');
    const backup = app.database.source.createQueryRunner();
    await backup.query('SELECT pg_advisory_lock($1)', [BACKUP_LOCK]);
    await app.database.query('DELETE FROM pages WHERE id = $1', [pageId]);
    expect(await files.sweep()).toEqual([]);
    expect(await filesOf(app)).toEqual(['backed-up/a']);
    await backup.query('SELECT pg_advisory_unlock($1)', [BACKUP_LOCK]);
    await backup.release();
    await files.sweep();
    expect(await filesOf(app)).toEqual([]);
  });

  it('is written while no transaction is open, and its reservation ends with its row', async () => {
    const page = await app.given.page();
    await app.database.transaction(async () => {
      const key = await add('added/a');
      await app.database.query(ATTACH, [page.id, key]);
    });
    expect(await filesOf(app)).toEqual(['added/a']);
    expect(await removals()).toEqual([]);
    await app.database.query('DELETE FROM attachments WHERE page_id = $1', [page.id]);
    await files.sweep();
  });

  it('of a failed transaction is removed at once, and its name becomes free', async () => {
    const work = async () => {
      await add('failed/a');
      throw new Error('no room in the database');
    };
    await expect(app.database.transaction(work)).rejects.toThrow('no room in the database');
    expect(await filesOf(app)).toEqual([]);
    expect(await removals()).toEqual([]);
  });

  it('that cannot be written gets no row and is left to the sweep', async () => {
    const put = jest.spyOn(DiskStore.prototype, 'put').mockRejectedValueOnce(new Error('the store is silent'));
    await expect(app.database.transaction(() => add('unwritten/a'))).rejects.toThrow('the store is silent');
    put.mockRestore();
    expect(await removals()).toEqual(['unwritten/a']);
    await files.sweep();
    expect(await removals()).toEqual([]);
  });

  it('that was swept before its row was written gets no row', async () => {
    const late = app.database.transaction(() =>
      add('late/a', async () => {
        await hoursPass();
        await files.sweep();
      }),
    );
    await expect(late).rejects.toMatchObject({ status: 503 });
    expect(await filesOf(app)).toEqual([]);
    expect(await removals()).toEqual([]);
  });

  it('is replaced by one caller at a time, whose checks are repeated before', async () => {
    const pageId = await attach('replaced/a');
    const steps: string[] = [];
    const replace = (name: string) =>
      app.database.transaction(async () => {
        if (!files.isReplaced(name)) steps.push(`${name} checks`);
        await files.replace('replaced/a', name, async () => {
          steps.push(`${name} writes`);
          await store.put('replaced/a', Buffer.from(name));
        });
      });
    await Promise.all([replace('one'), replace('two')]);
    const writes = steps.flatMap((step, at) => (step.endsWith('writes') ? [steps.slice(at - 1, at + 1)] : []));
    expect(nonEmpty(writes)).toHaveLength(2);
    for (const [before, write = ''] of nonEmpty(writes)) expect(before).toBe(write.replace('writes', 'checks'));
    expect(await removals()).toEqual([]);
    await app.database.query('DELETE FROM attachments WHERE page_id = $1', [pageId]);
    await files.sweep();
  });

  it('whose row is deleted while it is replaced is removed', async () => {
    const pageId = await attach('raced/a');
    await app.database.transaction(() =>
      files.replace('raced/a', 'new', async () => {
        await app.database.query('DELETE FROM attachments WHERE page_id = $1', [pageId]);
        await files.sweep();
        await store.put('raced/a', BYTES);
      }),
    );
    expect(await filesOf(app)).toEqual([]);
    expect(await removals()).toEqual([]);
  });

  it('that the store does not remove for long holds no connection, and keeps its name', async () => {
    const pageId = await attach('silent/a');
    await app.database.query('DELETE FROM attachments WHERE page_id = $1', [pageId]);
    let answer: () => void = () => undefined;
    const remove = jest
      .spyOn(DiskStore.prototype, 'remove')
      .mockReturnValueOnce(new Promise((resolve) => (answer = () => resolve())));
    const swept = files.sweep();
    await until(() => Promise.resolve(remove.mock.calls.length > 0));
    const idle = `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;
    expect(await app.database.query(idle)).toEqual([]);
    expect(await files.announce('silent/a')).toBeUndefined();
    answer();
    expect(await swept).toEqual([]);
    remove.mockRestore();
    expect(await files.announce('silent/a')).toBeDefined();
    await hoursPass();
    await files.sweep();
  });

  it('of an image is removed together with its thumbnails and scaled copies', async () => {
    const folder = 'uploads/images/gallery/2026-11';
    const made = [`${folder}/a.png`, `${folder}/thumbs-150-150/a.png`, `${folder}/scaled-1680-/a.png`];
    for (const key of made) await store.put(key, BYTES);
    await app.database.query(`INSERT INTO images (name, path, type) VALUES ('a', $1, 'gallery')`, [`/${folder}/a.png`]);
    await app.database.query('DELETE FROM images');
    await files.sweep();
    expect(await filesOf(app)).toEqual([]);
  });

  it('that cannot be removed does not block other removals and is retried later', async () => {
    await files.announce('../nonsense');
    await files.announce('after/a');
    await store.put('after/a', BYTES);
    await hoursPass();
    expect(await files.sweep()).toEqual([expect.objectContaining({ message: expect.stringContaining('not a key') })]);
    expect(await filesOf(app)).toEqual([]);
    expect(await files.sweep()).toEqual([]);
    expect(await app.database.query(`SELECT 1 FROM file_removals WHERE key = '../nonsense'`)).toHaveLength(1);
  });
});
