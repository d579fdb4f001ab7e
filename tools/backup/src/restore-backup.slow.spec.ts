import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { contentsOf, nonEmpty, schemaOf } from '@almanac/testing';
import { Client } from 'pg';
import { multipart } from '../../../apps/content-service/src/testing/uploads';
import { Archive } from './archive/archive';
import { newKeys } from './archive/encryption';
import { restoreBackup } from './restore-backup';
import {
  backedUp,
  type BackupStore,
  backupStore,
  type Data,
  emptyData,
  removeAll,
  RunningServices,
} from './testing/system';
import { verifyBackup } from './verify-backup';

let original: RunningServices;
beforeAll(async () => {
  original = await RunningServices.start();
  const admin = await original.content.given.admin();
  const { id } = await original.content.given.page({ html: '<p>Words to find</p>' });
  const form = multipart(
    { name: 'File', uploaded_to: id },
    { file: { content: 'The bytes of a file', name: 'a.txt' } },
  );
  expect(await original.content.api.as(admin).post('/api/attachments', form)).toMatchObject({ status: 200 });
  const event = { title: 'Fair', start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' };
  expect(await original.calendar.api.as(admin).post('/events', event)).toMatchObject({ status: 201 });
});
afterAll(async () => {
  await original.close();
  await removeAll();
});

const urlsOf = ({ services }: Data) => services.map(({ url }) => url);
const forEachUrl = async <T>(data: Data, work: (url: string) => Promise<T>) => {
  const found: T[] = [];
  for (const url of urlsOf(data)) found.push(await work(url));
  return found;
};
const restored = (archive: Archive, data: Data, overwrites = false) =>
  restoreBackup({ archive, services: data.services, overwrites });

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** A migration of a former version; which ones came before the last does not matter. */
const FORMER = 'First1763700000000';

/** Replaces the names of the applied migrations. */
const note = (url: string, names: string[]) =>
  query(
    url,
    `DELETE FROM migrations;
     INSERT INTO migrations (timestamp, name) VALUES ${names.map((name) => `(1, '${name}')`).join(', ')}`,
  );

async function namesIn(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client
    .query<{ name: string }>('SELECT name FROM migrations ORDER BY id')
    .finally(() => client.end());
  return rows.map(({ name }) => name);
}

async function listOf(keys: AsyncIterable<string>): Promise<string[]> {
  const list: string[] = [];
  for await (const key of keys) list.push(key);
  return list;
}

async function expectEmpty(data: Data): Promise<void> {
  expect(await forEachUrl(data, contentsOf)).toEqual([[], []]);
  for (const { files } of nonEmpty(data.services)) expect(await listOf(files.keys())).toEqual([]);
}

describe('a restored backup', () => {
  it('has the same schema and the same rows, from an encrypted backup too', async () => {
    const archive = await backedUp(original.data, await backupStore(), await newKeys());
    const data = await emptyData();
    await restored(archive, data);
    expect(await forEachUrl(data, schemaOf)).toEqual(await forEachUrl(original.data, schemaOf));
    // The service notes a little later when a token was used.
    const rows = async (url: string) =>
      (await contentsOf(url)).filter((table) => !/^(attempt_windows|api_tokens) /.test(table));
    expect(await forEachUrl(data, rows)).toEqual(await forEachUrl(original.data, rows));
  });

  it('has them from a backup of the version whose migrations were replaced, too', async () => {
    const data = await emptyData();
    for (const { url, replaced } of nonEmpty(original.data.services)) await note(url, [FORMER, replaced.last]);
    try {
      await restored(await backedUp(original.data, await backupStore()), data);
    } finally {
      for (const { url, migrations } of original.data.services)
        await note(
          url,
          migrations.map(({ name }) => name),
        );
    }
    expect(await forEachUrl(data, schemaOf)).toEqual(await forEachUrl(original.data, schemaOf));
    for (const { url, migrations, replaced } of nonEmpty(data.services))
      expect(await namesIn(url)).toEqual([FORMER, replaced.last, ...migrations.map(({ name }) => name)]);
  });

  it('replaces the content of the databases when that is asked for', async () => {
    const archive = await backedUp(original.data, await backupStore());
    const data = await emptyData();
    await restored(archive, data);
    for (const url of urlsOf(data)) await query(url, 'CREATE TABLE later (); DELETE FROM images');
    await restored(archive, data, true);
    expect(await forEachUrl(data, schemaOf)).toEqual(await forEachUrl(original.data, schemaOf));
  });
});

describe('a restore is refused, and changes nothing, when', () => {
  let store: BackupStore;
  let archive: Archive;
  let data: Data;
  const fileOf = (part: string) => path.join(store.folder, archive.manifest.name, part);
  const opened = (identity?: string) => Archive.open(store.store, archive.manifest.name, identity);
  beforeEach(async () => {
    store = await backupStore();
    archive = await backedUp(original.data, store);
    data = await emptyData();
  });

  const DAMAGES: [string, (part: string) => Promise<void>, string][] = [
    [
      'damaged',
      async (file) => writeFile(file, Buffer.concat([Buffer.from('x'), (await readFile(file)).subarray(1)])),
      'is damaged',
    ],
    ['cut off', (file) => truncate(file, 10), 'is cut off: 10 of'],
    ['missing', (file) => rm(file), 'is missing'],
  ];
  it.each(DAMAGES)('the rows of a table are %s', async (_kind, damage, message) => {
    await damage(fileOf('content/tables/public.pages'));
    await expect(verifyBackup(archive, true)).rejects.toThrow(`The part content/tables/public.pages ${message}`);
    await expect(restored(archive, data)).rejects.toThrow(message);
    await expectEmpty(data);
  });

  it('the list of parts is damaged', async () => {
    await truncate(fileOf('parts'), 5);
    await expect(restored(archive, data)).rejects.toThrow('The part parts is cut off');
  });

  it('the manifest is damaged or missing', async () => {
    const { name } = archive.manifest;
    await truncate(fileOf('manifest.json'), 100);
    await expect(opened()).rejects.toThrow(`The manifest of the backup ${name} is damaged. Use another backup.`);
    await rm(fileOf('manifest.json'));
    await expect(opened()).rejects.toThrow(`There is no complete backup ${name}.`);
  });

  it('the manifest has another format', async () => {
    await writeFile(fileOf('manifest.json'), JSON.stringify({ ...archive.manifest, format: 2 }));
    await expect(opened()).rejects.toThrow('was made by a newer version');
  });

  it('the key is missing or belongs to another backup', async () => {
    const keys = await newKeys();
    archive = await backedUp(original.data, store, { ...keys, now: new Date('2030-01-01T00:00:00Z') });
    await expect(restored(await opened(), data)).rejects.toThrow('The backup is encrypted. Set BACKUP_IDENTITY_FILE');
    const { identity } = await newKeys();
    await expect(restored(await opened(identity), data)).rejects.toThrow('was encrypted with another key');
    expect(await verifyBackup(await opened(), false)).toMatchObject({ isRead: false });
    expect((await readFile(fileOf('content/tables/public.pages'))).includes('Words to find')).toBe(false);
    await expectEmpty(data);
  });

  it('a migration is newer than the program', async () => {
    archive.manifest.databases['content']?.migrations.push('Later1999999999999');
    await expect(restored(archive, data)).rejects.toThrow('migrations of another version (Later1999999999999)');
    await expectEmpty(data);
  });

  it('a database or a store is not empty', async () => {
    const [calendar, content] = data.services;
    await content?.files.put('a/file.txt', Buffer.from('mine'));
    await expect(restored(archive, data)).rejects.toThrow('The file store of content is not empty (a/file.txt).');
    await query(calendar?.url ?? '', 'CREATE TABLE mine ()');
    await expect(restored(archive, data)).rejects.toThrow('The calendar database is not empty.');
  });

  it('rows do not fit, after some were written', async () => {
    archive.manifest.databases['content']?.tables.forEach((table) => {
      if (table.name === 'public.pages') table.rows += 1;
    });
    await expect(restored(archive, data)).rejects.toThrow(/public\.pages has \d+ rows instead of/);
    await expectEmpty(data);
  });
});

describe('a backup', () => {
  it('names files that the store does not have, and contains all others', async () => {
    const lost = await RunningServices.start();
    const admin = await lost.content.given.admin();
    const { id } = await lost.content.given.page();
    const form = multipart({ name: 'File', uploaded_to: id }, { file: { content: 'lost', name: 'a.txt' } });
    await lost.content.api.as(admin).post('/api/attachments', form);
    const folder = path.join(lost.content.storage, 'uploads/files');
    const [month = ''] = await readdir(folder).then((names) => names.filter((name) => name !== 'imports'));
    await rm(path.join(folder, month), { recursive: true });
    const { manifest } = await backedUp(lost.data, await backupStore());
    expect(manifest.databases['content']?.files).toMatchObject({
      missing: 1,
      someMissing: [expect.stringMatching(/^uploads/)],
    });
    await lost.close();
  });

  it('leaves nothing behind when it fails', async () => {
    const store = await backupStore();
    const data = await emptyData();
    await expect(backedUp(data, store)).rejects.toThrow('relation "migrations" does not exist');
    expect(await listOf(store.store.keys())).toEqual([]);
  });
});
