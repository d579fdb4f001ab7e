import { badRequest, Problem } from '@almanac/errors';
import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import { announcesBody } from './outlive-upload';

/** content-behaviour §3.2. */
const TOO_LARGE = 'The server cannot receive the provided amount of data. Try again with less data or a smaller file.';

/**
 * The request body as a stream for the upstream, or undefined if the request has no body.
 * It is separate from the request: undici destroys its body stream when the upstream fails.
 * Destroying the request itself would close the connection before the gateway has answered.
 * @throws Problem 413 if the announced length is over the limit, 400 and 501 for transfer codings other than chunked
 */
export function limitedBody(req: IncomingMessage, limitBytes: number): LimitedBody | undefined {
  const coding = req.headers['transfer-encoding'];
  if (coding !== undefined) refuseUnknownCoding(coding);
  if (Number(req.headers['content-length'] ?? 0) > limitBytes) throw new Problem(413, TOO_LARGE);
  return announcesBody(req) ? new LimitedBody(limitBytes) : undefined;
}

function refuseUnknownCoding(coding: string): void {
  if (/^chunked$/i.test(coding)) return;
  // RFC 9112 §6.3: without a final "chunked" the end of the body is unknown.
  if (!/,\s*chunked$/i.test(coding)) badRequest('The length of the request body is not known.');
  throw new Problem(501, 'The transfer coding is not supported.');
}

/** Forwards bytes and fails above the limit. It counts them because chunked bodies announce no length. */
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
