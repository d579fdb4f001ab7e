import type { Request, Response } from 'express';
import { notFound } from '@almanac/errors';
import { sendStream } from '@almanac/http';
import type { FileStore } from '@almanac/storage';

/** Base64 encodes three bytes as four characters. */
const GROUP = 3;

/**
 * Answers with a JSON object. Its last member contains a stored file as base64. The file is encoded as a stream, because it may be large
 * and many requests may run at once.
 * @param record an object with at least one member
 * @throws Problem 404 if the file is missing
 */
export async function sendWithFile(
  { method }: Request,
  response: Response,
  record: object,
  member: string,
  { files, key }: { files: FileStore; key: string },
): Promise<void> {
  const { size } = (await files.stat(key)) ?? notFound('File');
  const before = `${JSON.stringify(record).slice(0, -1)},${JSON.stringify(member)}:"`;
  const after = '"}';
  const length = Buffer.byteLength(before) + Math.ceil(size / GROUP) * (GROUP + 1) + after.length;
  const bytes = method === 'HEAD' ? undefined : ((await files.read(key)) ?? notFound('File'));
  response.setHeader('Content-Type', 'application/json; charset=utf-8').setHeader('Content-Length', length);
  if (!bytes) response.end();
  else await sendStream(response, around(before, asBase64(bytes), after));
}

async function* around(before: string, middle: AsyncIterable<string>, after: string): AsyncGenerator<string> {
  yield before;
  yield* middle;
  yield after;
}

/** Encodes whole groups only; the remaining bytes are prepended to the next chunk. */
async function* asBase64(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let left = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = left.length > 0 ? Buffer.concat([left, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % GROUP);
    left = Buffer.from(bytes.subarray(whole));
    yield bytes.toString('base64', 0, whole);
  }
  yield left.toString('base64');
}
