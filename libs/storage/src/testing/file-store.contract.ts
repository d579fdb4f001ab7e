import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { FileStore } from '../file-store';

const BYTES = Buffer.from('x');

/** Each way to use a store. */
export const USES: [string, (store: FileStore) => Promise<unknown>][] = [
  ['put of bytes', (store) => store.put('a/one.txt', BYTES)],
  ['put of a stream', (store) => store.put('two.txt', Readable.from([BYTES]))],
  ['read', (store) => store.read('a/one.txt')],
  ['read of a range', (store) => store.read('two.txt', { start: 0, end: 9 })],
  ['stat', (store) => store.stat('a/one.txt')],
  ['remove', (store) => store.remove('two.txt')],
  ['keys', (store) => store.keys()[Symbol.asyncIterator]().next()],
  ['check', (store) => store.check()],
];

/**
 * The tests that every driver must pass.
 * @param missing opens a store whose folder or bucket is not there
 */
export function fileStoreContract(open: () => Promise<FileStore>, missing: () => FileStore): void {
  let store: FileStore;
  const textOf = async (key: string, range?: { start: number; end: number }) => {
    const file = await store.read(key, range);
    return file && (await buffer(file)).toString();
  };

  beforeAll(async () => {
    store = await open();
  });

  it('returns files that were written from bytes and from a stream', async () => {
    await store.put('a/b/one.txt', Buffer.from('first'));
    await store.put('a/two.txt', Readable.from([Buffer.from('sec'), Buffer.from('ond')]));
    expect(await textOf('a/b/one.txt')).toBe('first');
    expect(await textOf('a/two.txt')).toBe('second');
    const facts = await store.stat('a/two.txt');
    expect(facts?.size).toBe(6);
    expect(facts?.modifiedAt.getTime()).toBeGreaterThan(0);
  });

  it('reads a range', async () => {
    await store.put('range.txt', Buffer.from('0123456789'));
    expect(await textOf('range.txt', { start: 2, end: 4 })).toBe('234');
  });

  it.each([
    ['0123456789', { start: 7, end: 4_099 }, '789'],
    ['0123456789', { start: 10, end: 20 }, ''],
    ['', { start: 0, end: 4_099 }, ''],
    ['', { start: 5, end: 9 }, ''],
    ['', undefined, ''],
  ])('reads of %j in the range %j only the bytes of the file', async (content, range, bytes) => {
    for (const [key, given] of [
      ['edge/bytes.txt', Buffer.from(content)],
      ['edge/stream.txt', Readable.from(content === '' ? [] : [Buffer.from(content)])],
    ] as const) {
      await store.put(key, given);
      expect({ key, text: await textOf(key, range) }).toEqual({ key, text: bytes });
      expect(await store.stat(key)).toMatchObject({ size: content.length });
    }
  });

  it('has no range of a missing file', async () => {
    expect(await store.read('edge/missing.txt', { start: 0, end: 9 })).toBeUndefined();
  });

  it('replaces a file as a whole', async () => {
    await store.put('same.txt', Buffer.from('long content'));
    await store.put('same.txt', Buffer.from('short'));
    expect(await textOf('same.txt')).toBe('short');
  });

  it('keeps the old file when the upload of a new one breaks off', async () => {
    await store.put('kept.txt', Buffer.from('old'));
    const broken = new Readable({
      read() {
        this.push('half');
        this.destroy(new Error('connection lost'));
      },
    });
    await expect(store.put('kept.txt', broken)).rejects.toThrow('connection lost');
    expect(await textOf('kept.txt')).toBe('old');
  });

  it('returns undefined for missing and removed files', async () => {
    await store.put('gone.txt', Buffer.from('x'));
    await store.remove('gone.txt');
    await store.remove('gone.txt');
    expect(await store.read('gone.txt')).toBeUndefined();
    expect(await store.stat('gone.txt')).toBeUndefined();
    expect(await store.read('a')).toBeUndefined();
  });

  it.each([
    '../outside.txt',
    'a/../../outside.txt',
    '/etc/passwd',
    'a//b',
    '',
    '.hidden',
    'a\\..\\b',
    'a/..',
    'nul\0byte',
  ])('refuses the key %j', async (key) => {
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('not a key');
    expect(await store.read(key)).toBeUndefined();
    expect(await store.stat(key)).toBeUndefined();
  });

  it('lists the keys of its files', async () => {
    await store.put('listed/deep/a.txt', Buffer.from('a'));
    await store.put('listed/b.txt', Buffer.from('b'));
    const listed: string[] = [];
    for await (const key of store.keys()) if (key.startsWith('listed/')) listed.push(key);
    expect(listed.sort()).toEqual(['listed/b.txt', 'listed/deep/a.txt']);
  });

  it.each(USES)('fails %s when the store itself is missing', async (_use, use) => {
    const store = missing();
    await expect(use(store)).rejects.toMatchObject({
      name: 'MissingStoreError',
      message: expect.stringMatching(/^The (folder|bucket) \S+ of the file store does not exist\. Create it/),
    });
    await expect(store.check()).rejects.toThrow('does not exist');
  });

  it('passes its check', () => expect(store.check()).resolves.toBeUndefined());
}
