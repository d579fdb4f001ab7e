import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openFileStore } from './index';
import { fileStoreContract } from './testing/file-store.contract';

describe('the disk store', () => {
  let folder: string;

  fileStoreContract(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-store-'));
    return openFileStore(pathToFileURL(folder).href);
  });

  it('says that a full disk cannot be written to', async () => {
    await symlink('/dev/full', path.join(folder, '.probe'));
    await expect(openFileStore(pathToFileURL(folder).href).check()).rejects.toThrow('ENOSPC');
    expect(await readdir(folder)).not.toContain('.probe');
  });

  it('leaves no half-written file behind', async () => {
    const names = await readdir(folder, { recursive: true });
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));
});
