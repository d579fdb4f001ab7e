import { mkdtemp, readdir, rm } from 'node:fs/promises';
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

  it('leaves no half-written file behind', async () => {
    const names = await readdir(folder, { recursive: true });
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));
});
