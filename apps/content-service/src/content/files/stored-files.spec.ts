import { BACKUP_LOCK } from '@almanac/database';
import { DiskStore } from '@almanac/storage';
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
afterAll(() => app.close());

const BYTES = Buffer.from('bytes');
const hoursPass = () => app.database.query(`UPDATE file_removals SET due_at = due_at - interval '2 hours'`);
const attach = async (path: string): Promise<number> => {
  const page = await app.given.page();
  const sql = `INSERT INTO attachments (page_id, name, external, path, "order") VALUES ($1, 'x', false, $2, 1)`;
  await app.database.query(sql, [page.id, path]);
  return page.id;
};

describe('a file', () => {
  it('without a row is removed only after the time allowed for writing it', async () => {
    expect(await files.announce('lost/a')).toBe(true);
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
    expect(await files.announce('kept/a')).toBe(false);
    await files.sweep();
    expect(await files.announce('kept/a')).toBe(true);
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

  it('of failed work is removed at once, and its name becomes free', async () => {
    await files.announce('failed/a');
    const work = async () => {
      await store.put('failed/a', BYTES);
      throw new Error('no room in the database');
    };
    await expect(files.during('failed/a', work)).rejects.toThrow('no room in the database');
    expect(await filesOf(app)).toEqual([]);
    expect(await files.announce('failed/a')).toBe(true);
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
