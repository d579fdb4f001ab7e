import { backupsIn } from './archive/catalogue';
import { removeOldBackups } from './create-backup';
import { type BackupStore, backupStore, removeAll } from './testing/system';

const NOW = new Date('2031-05-10T12:00:00Z');

let target: BackupStore;
const put = (...keys: string[]) => Promise.all(keys.map((key) => target.store.put(key, Buffer.from('x'))));
const complete = (day: string) =>
  put(`2031-05-${day}T01-00-00/manifest.json`, `2031-05-${day}T01-00-00/content/tables/a`);

beforeEach(async () => {
  target = await backupStore();
  for (const day of ['09', '07', '10', '08']) await complete(day);
});
afterAll(removeAll);

describe('removeOldBackups', () => {
  it('keeps the newest complete backups and returns the names of the others', async () => {
    expect(await removeOldBackups(target.store, 2, NOW)).toEqual(['2031-05-07T01-00-00', '2031-05-08T01-00-00']);
    const { complete: left } = await backupsIn(target.store);
    expect(left).toEqual(['2031-05-09T01-00-00', '2031-05-10T01-00-00']);
  });

  it('keeps all complete backups without a number', async () => {
    expect(await removeOldBackups(target.store, 0, NOW)).toEqual([]);
  });

  it('removes incomplete backups of the day before, but none that may still be written', async () => {
    await put('2031-05-09T11-00-00/content/tables/a', '2031-05-10T11-00-00/content/tables/a');
    expect(await removeOldBackups(target.store, 4, NOW)).toEqual(['2031-05-09T11-00-00']);
    expect(await backupsIn(target.store)).toMatchObject({ incomplete: ['2031-05-10T11-00-00'] });
  });

  it('leaves everything else in the folder alone', async () => {
    await put('notes/readme.txt', 'notes.txt');
    await removeOldBackups(target.store, 1, NOW);
    expect(await target.store.stat('notes/readme.txt')).toBeDefined();
    expect(await target.store.stat('notes.txt')).toBeDefined();
  });
});
