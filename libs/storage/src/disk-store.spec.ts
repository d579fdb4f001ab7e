import fs, { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkStoreUrl, openFileStore } from './index';
import { fileStoreContract } from './testing/file-store.contract';

describe('the disk store', () => {
  let folder: string;

  fileStoreContract(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-store-'));
    return openFileStore(pathToFileURL(folder).href);
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
