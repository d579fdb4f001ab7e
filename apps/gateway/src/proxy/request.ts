import { badRequest, type Dialect, Problem } from '@almanac/errors';
import { IncomingMessage, type ServerResponse } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';

/** A request with its id, which is sent to the upstream and the client and written to the log. */
export class GatewayRequest extends IncomingMessage {
  id = '';
  /** The API that the client called: the services have different error envelopes. */
  dialect: Dialect | undefined;
  /** The calendar's API was called at an additional prefix, which its address alone does not tell. */
  isApi = false;
  /** A calendar read without credentials: scripts of every origin may read the response, as in the reference. */
  isOpenRead = false;
}

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
  private receivedBytes = 0;

  constructor(private readonly limitBytes: number) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.receivedBytes += chunk.length;
    if (this.receivedBytes > this.limitBytes) done(new Problem(413, TOO_LARGE));
    else done(null, chunk);
  }
}

/** For the rest of a body after its answer. */
const MAX_WAIT_MS = 10_000;

/**
 * Prepares a response that may be sent while the client still sends its body; call it before the head is written.
 * To close the connection then, as `Connection: close` asks for, would reset it, perhaps before the client has read the response.
 * So the connection stays open for a limited time while the rest of the body is read and discarded.
 */
export function drainUpload(req: IncomingMessage, res: ServerResponse): void {
  if (req.complete || !announcesBody(req)) return;
  const closesAfterwards = !res.shouldKeepAlive;
  res.shouldKeepAlive = true;
  res.once('finish', () => discardRest(req, closesAfterwards));
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function discardRest(req: IncomingMessage, closesAfterwards: boolean): void {
  const { socket } = req;
  const tooLong = setTimeout(() => socket.destroy(), MAX_WAIT_MS);
  const done = () => {
    clearTimeout(tooLong);
    // Without this, listeners would accumulate on a keep-alive connection.
    socket.off('close', done);
    if (closesAfterwards) socket.end();
  };
  if (req.complete) {
    done();
    return;
  }
  req.once('end', done);
  socket.once('close', done);
  req.unpipe();
  req.resume();
}
