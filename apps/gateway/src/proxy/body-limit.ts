import { Problem } from '@almanac/errors';
import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';

/** content-behaviour §3.2. */
const TOO_LARGE = 'The server cannot receive the provided amount of data. Try again with less data or a smaller file.';

/**
 * The request's body on its way to the upstream, or undefined when there is none.
 * A stream of its own, because undici destroys what it is given when the upstream fails, and destroying the request itself
 * would cut the connection on which we still owe an answer.
 * @throws Problem 413 when the announced length is over the limit, 501 for a transfer coding that only the sender understands
 */
export function limitedBody({ headers }: IncomingMessage, limitBytes: number): LimitedBody | undefined {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') throw new Problem(501, 'The transfer coding is not supported.');
  const length = Number(headers['content-length'] ?? 0);
  if (length > limitBytes) throw new Problem(413, TOO_LARGE);
  return coding !== undefined || length > 0 ? new LimitedBody(limitBytes) : undefined;
}

/** Passes bytes on until there are too many of them; chunked bodies announce no length. */
export class LimitedBody extends Transform {
  private seen = 0;

  constructor(private readonly limitBytes: number) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.seen += chunk.length;
    if (this.seen > this.limitBytes) done(new Problem(413, TOO_LARGE));
    else done(null, chunk);
  }
}
