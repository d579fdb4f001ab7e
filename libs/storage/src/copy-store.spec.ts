import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { copyStore } from './copy-store';
import { DiskStore } from './disk-store';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'almanac-stores-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const store = (name: string) => new DiskStore(path.join(folder, name), { creates: true });
const read = async (from: DiskStore, key: string) => {
  const content = await from.read(key);
  return content && (await buffer(content)).toString();
};

it('copyStore copies all files, and a second run copies only changed files', async () => {
  const [source, target] = [store('source'), store('target')];
  await source.put('a/one.txt', Buffer.from('one'));
  await source.put('two.txt', Buffer.from('two'));
  expect(await copyStore(source, target)).toEqual({ files: 2, copied: 2 });
  expect([await read(target, 'a/one.txt'), await read(target, 'two.txt')]).toEqual(['one', 'two']);
  await source.put('two.txt', Buffer.from('TWO'));
  expect(await copyStore(source, target)).toEqual({ files: 2, copied: 1 });
  expect(await read(target, 'two.txt')).toBe('TWO');
});

it('copyStore copies nothing from an empty store', async () => {
  expect(await copyStore(store('nothing'), store('target'))).toEqual({ files: 0, copied: 0 });
});

it('copyStore fails when the source or the target is missing', async () => {
  const source = store('source');
  await source.put('one.txt', Buffer.from('one'));
  const missing = new DiskStore(path.join(folder, 'missing'));
  const empty = store('empty');
  await empty.check();
  for (const [from, to] of [
    [source, missing],
    [empty, missing],
    [missing, source],
  ] as const)
    await expect(copyStore(from, to)).rejects.toThrow('does not exist');
  expect(existsSync(path.join(folder, 'missing'))).toBe(false);
});

it('copyStore fails when a copy differs from its file', async () => {
  const source = store('source');
  await source.put('one.txt', Buffer.from('one'));
  const broken = store('target');
  jest.spyOn(broken, 'put').mockImplementation(async (_key, content) => {
    if (content instanceof Readable) await buffer(content);
  });
  await expect(copyStore(source, broken)).rejects.toThrow('the copy of one.txt differs');
});
