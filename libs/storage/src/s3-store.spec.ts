import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { copyStore } from './copy-store';
import { DiskStore } from './disk-store';
import { readS3Address, S3Store } from './s3-store';
import { fileStoreContract } from './testing/file-store.contract';

describe('the address of a bucket', () => {
  const AMAZON = { bucket: 'almanac-files', prefix: '', endpoint: undefined, region: 'us-east-1', pathStyle: false };

  it.each([
    ['s3://almanac-files', AMAZON],
    ['s3://almanac-files/', AMAZON],
    ['s3://almanac-files/a/b?region=eu-central-1', { ...AMAZON, prefix: 'a/b/', region: 'eu-central-1' }],
    ['s3://almanac-files?endpoint=http://minio:9000', { ...AMAZON, endpoint: 'http://minio:9000', pathStyle: true }],
    ['s3://almanac-files?endpoint=https://s3.example&path_style=false', { ...AMAZON, endpoint: 'https://s3.example' }],
  ])('is read from %s', (url, address) => {
    expect(readS3Address(url)).toEqual(address);
  });

  it.each([
    ['s3://', 'must name a bucket'],
    ['s3://UPPER_case', 'must name a bucket'],
    ['s3://key:secret@almanac-files', 'must contain no credentials'],
    ['s3://almanac-files?endpoint=minio:9000', 'begins with https:// or http://'],
    ['s3://almanac-files?zone=eu', 'not zone'],
  ])('is refused: %s', (url, reason) => {
    expect(() => readS3Address(url)).toThrow(reason);
  });
});

describe('a bucket that refuses access', () => {
  const former = { ...process.env };
  const server = createServer((request, response) => {
    response.writeHead(403, { 'content-type': 'application/xml' });
    // An answer to HEAD has no text.
    response.end('<Error><Code>SignatureDoesNotMatch</Code><Message>The signature differs.</Message></Error>');
    request.resume();
  });
  let store: S3Store;
  beforeAll(async () => {
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'wrong' });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    store = new S3Store(`s3://files?endpoint=http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  });
  afterAll(() => {
    process.env = former;
    server.close();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['its check', () => store.check()],
    ['a look at a file', () => store.stat('a')],
    ['a read', () => store.read('a')],
    ['a large upload', () => store.put('a', Readable.from([Buffer.alloc(9 * 1_024 * 1_024)]))],
  ])('fails %s with that cause', async (_, use) => {
    await expect(use()).rejects.toMatchObject({
      message: expect.stringMatching(
        /^access denied: the bucket files refuses this request \(.+\)\. Check AWS_ACCESS_KEY_ID/,
      ),
      $metadata: { httpStatusCode: 403 },
    });
  });
});

it('an empty file in a bucket has no bytes, although the server refuses its ranges', async () => {
  const former = { ...process.env };
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' });
  const server = createServer((request, response) => {
    response.writeHead(416, { 'content-type': 'application/xml' });
    response.end('<Error><Code>InvalidRange</Code><Message>The requested range is not satisfiable</Message></Error>');
    request.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  const read = await new S3Store(`s3://files?endpoint=http://127.0.0.1:${port}`).read('a', { start: 0, end: 4_099 });
  process.env = former;
  server.close();
  expect(read && (await buffer(read)).length).toBe(0);
});

/** A real S3 server that checks signatures, such as the one that tools/ci/s3.sh starts. AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY fit it. */
const ENDPOINT = process.env['ALMANAC_TEST_S3_ENDPOINT'];
const bucket = process.env['ALMANAC_TEST_S3_BUCKET'] ?? 'almanac';
const address = () => `s3://${bucket}/${randomUUID()}?endpoint=${ENDPOINT}`;

if (ENDPOINT === undefined) it.skip('the S3 store needs the server that tools/ci/s3.sh starts', () => undefined);
else {
  describe('the S3 store', () => {
    fileStoreContract(
      () => Promise.resolve(new S3Store(address())),
      () => new S3Store(`s3://missing-${bucket}/${randomUUID()}?endpoint=${ENDPOINT}`),
    );

    it('uploads and reads a file of several parts', async () => {
      const store = new S3Store(address());
      const bytes = randomBytes(20 * 1_024 * 1_024);
      const chunks = Array.from({ length: 20 }, (_, index) => bytes.subarray(index << 20, (index + 1) << 20));
      await store.put('large.bin', Readable.from(chunks));
      expect((await store.stat('large.bin'))?.size).toBe(bytes.length);
      const [start, end] = [8 * 1_024 * 1_024 - 5, 8 * 1_024 * 1_024 + 5];
      const part = await store.read('large.bin', { start, end });
      expect(part && (await buffer(part))).toEqual(bytes.subarray(start, end + 1));
    });

    it('keeps the old file when a large upload breaks off after its first parts', async () => {
      const store = new S3Store(address());
      await store.put('kept.bin', Buffer.from('old'));
      const broken = Readable.from(
        (function* () {
          for (let part = 0; part < 20; part++) yield Buffer.alloc(1_024 * 1_024);
          throw new Error('connection lost');
        })(),
      );
      await expect(store.put('kept.bin', broken)).rejects.toThrow('connection lost');
      expect((await store.stat('kept.bin'))?.size).toBe(3);
    });

    it('receives all files of a disk store', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'almanac-store-'));
      const source = new DiskStore(folder);
      for (const name of ['a/one.txt', 'two.txt']) await source.put(name, Buffer.from(name));
      expect(await copyStore(source, new S3Store(address()))).toEqual({ files: 2, copied: 2 });
      await rm(folder, { recursive: true });
    });

    it('closes the source of an upload that the server refuses', async () => {
      // Larger than one part, so that the upload ends before the source does.
      const source = Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(1_024 * 1_024)));
      const missing = new S3Store(`s3://missing-${bucket}?endpoint=${ENDPOINT}`);
      await expect(missing.put('a.bin', source)).rejects.toThrow(
        `The bucket missing-${bucket} of the file store does not exist`,
      );
      expect(source.destroyed).toBe(true);
    });

    it('fails its check when the server is unreachable', async () => {
      await expect(new S3Store(`s3://${bucket}?endpoint=http://127.0.0.1:9`).check()).rejects.toThrow('ECONNREFUSED');
    });
  });
}
