import type { Request, Response } from 'express';
import { notFound } from '@almanac/errors';
import { sendStream } from '@almanac/http';
import type { FileStore } from '@almanac/storage';

/** Base64 writes three bytes as four characters. */
const GROUP = 3;

/**
 * Answers with a JSON object whose last member holds a stored file as base64. The file is encoded while it is sent, and never in memory as a
 * whole: it may be large, and many may ask at once.
 * @param record has at least one member
 * @throws Problem 404 when there is no such file
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

/** Only whole groups are encoded on their own; what is left over waits for the next chunk. */
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
