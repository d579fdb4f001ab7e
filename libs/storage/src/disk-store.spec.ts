import fs, { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { checkStoreUrl, type FileStore, openFileStore } from './index';
import { fileStoreContract, USES } from './testing/file-store.contract';

describe('the disk store', () => {
  let folder: string;

  const at = (name: string, options?: { creates: boolean }) =>
    openFileStore(pathToFileURL(path.join(folder, name)).href, options);

  fileStoreContract(
    async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'almanac-store-'));
      return at('');
    },
    () => at('not/mounted'),
  );

  it('refuses a file in place of its folder', async () => {
    await writeFile(path.join(folder, 'file'), '');
    for (const name of ['file', 'file/below']) await expect(at(name).check()).rejects.toThrow('does not exist');
  });

  it.each<[string, (store: FileStore) => Promise<unknown>]>([
    ['check', (store) => store.check()],
    ['put', (store) => store.put('a/b.txt', Buffer.from('x'))],
    ['read', (store) => store.read('a/b.txt')],
    ['keys', (store) => store.keys()[Symbol.asyncIterator]().next()],
  ])('creates its folder at the first %s if told to, but not one that vanishes later', async (use, first) => {
    const store = at(`made/${use}/files`, { creates: true });
    await first(store);
    await store.put('kept.txt', Buffer.from('x'));
    const place = path.join(folder, 'made', use, 'files');
    await rename(place, `${place}-elsewhere`);
    await expect(store.put('new/lost.txt', Buffer.from('x'))).rejects.toThrow(`The folder ${place} of the file store`);
    await expect(store.check()).rejects.toThrow('does not exist');
    expect(existsSync(place)).toBe(false);
    await rename(`${place}-elsewhere`, place);
    expect(await store.stat('kept.txt')).toMatchObject({ size: 1 });
  });

  it('fails a file whose folder vanishes while it is written', async () => {
    const [place, elsewhere] = [path.join(folder, 'busy'), path.join(folder, 'elsewhere')];
    const store = at('busy', { creates: true });
    const vanishing = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        await rename(place, elsewhere);
      })(),
    );
    await expect(store.put('a/b.txt', vanishing)).rejects.toThrow(`The folder ${place} of the file store`);
    expect(existsSync(place)).toBe(false);
    await rm(elsewhere, { recursive: true });
  });

  it('says why its folder cannot be created', async () => {
    await writeFile(path.join(folder, 'blocked'), '');
    await expect(at('blocked/files', { creates: true }).check()).rejects.toThrow(
      /^The folder \S+blocked\/files of the file store cannot be created: a part of its path is a file\.$/,
    );
  });

  it.each(USES)('names a folder that cannot be used to its %s', async (_use, work) => {
    const loop = path.join(folder, 'loop');
    await rm(loop, { force: true });
    await symlink('loop', loop);
    await expect(work(at('loop'))).rejects.toMatchObject({
      name: 'RefusedStoreError',
      message: `The folder ${loop} of the file store cannot be used: ELOOP.`,
    });
    await rm(loop);
  });

  it.each([
    'file:',
    'file:/',
    'file://',
    'file:///',
    'file:////',
    'file:files',
    'file:./files',
    'file://files',
    'file://../files',
    'file:///../files',
    'file:///srv/./files',
    'file:///srv/%2E%2e/files',
    'file:////srv/files',
    'file:///srv/files?region=eu',
    'file:///srv/files#a',
  ])('refuses the address %s of another place', (url) => {
    expect(() => checkStoreUrl(url)).toThrow(
      'must name a folder by its whole path, such as file:///var/lib/almanac/files',
    );
  });

  it.each(['file:///srv/files', 'file:///srv/files/', 'file:/srv/files', 'file:///srv/a%20b', 'file:///srv/.files'])(
    'accepts the address %s',
    (url) => {
      expect(() => checkStoreUrl(url)).not.toThrow();
    },
  );

  it('fails its check when the disk is full', async () => {
    await symlink('/dev/full', path.join(folder, '.probe'));
    await expect(openFileStore(pathToFileURL(folder).href).check()).rejects.toThrow('ENOSPC');
    expect(await readdir(folder)).not.toContain('.probe');
  });

  it('flushes a file before its final name exists, and then flushes each changed folder', async () => {
    const store = openFileStore(pathToFileURL(folder).href);
    const place = path.join(folder, 'new/deep/flushed.txt');
    const handle = await open(folder);
    const prototype: object = Object.getPrototypeOf(handle);
    await handle.close();
    const steps: string[] = [];
    const note = (what: string) => steps.push(`${what}, ${existsSync(place) ? 'named' : 'not named'}`);
    const { fsync } = fs;
    jest.spyOn(fs, 'fsync').mockImplementation((...args) => {
      note('file');
      fsync(...args);
    });
    jest.spyOn(prototype as typeof handle, 'sync').mockImplementation(() => Promise.resolve(void note('folder')));
    await store.put('new/deep/flushed.txt', Buffer.from('x'));
    jest.restoreAllMocks();
    expect(steps).toEqual(['file, not named', 'folder, named', 'folder, named', 'folder, named']);
  });

  it('leaves no temporary file behind', async () => {
    const names = await readdir(folder, { recursive: true });
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));
});
