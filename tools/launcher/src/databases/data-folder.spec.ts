import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DataFolder } from './data-folder';

describe('DataFolder.closeToOthers', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'almanac-data-folder-'));
    for (const name of ['files', 'postgres']) mkdirSync(path.join(folder, name));
    for (const name of ['.', 'files']) chmodSync(path.join(folder, name), 0o755);
    writeFileSync(path.join(folder, 'credentials.json'), '{}');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each<[name: string, stranger: string | undefined, mode: number]>([
    ['a folder of ours', undefined, 0o700],
    ['only our folders below one that holds other things', 'lost+found', 0o755],
  ])('closes %s', async (_name, stranger, mode) => {
    if (stranger) mkdirSync(path.join(folder, stranger));
    const opened = await DataFolder.open(folder);
    const said: string[] = [];
    opened.closeToOthers((line) => said.push(line));
    opened.release();
    const modes = ['.', 'files'].map((name) => statSync(path.join(folder, name)).mode & 0o777);
    expect(modes).toEqual([mode, 0o700]);
    expect(said).toEqual([]);
  });
});
