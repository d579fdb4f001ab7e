import type { Socket } from 'node:net';
import { type buildConnector, errors } from 'undici';

/** The services know by `Keep-Alive` that the gateway closes idle connections itself, and leave that to it when they stop. */
export const MAX_IDLE_SECONDS = 4;
const END_OF_HEAD = '\r\n\r\n';
const MAX_HEAD_BYTES = 16 * 1024;
/** Answers with 1xx precede the final one, which would otherwise pass for the answer to the next request. */
const INTERIM = /^HTTP\/1\.1 1\d\d[ \r][^]*?\r\n\r\n/;

/**
 * Hands over a connection after the service has answered a first request on it. The system accepts connections that a stopping process
 * never does: a write on one of them would be reset, and nobody would know whether it was done.
 */
export function verifiedConnector(connect: buildConnector.connector, answerWithinMs: number): buildConnector.connector {
  return (to, done) =>
    connect(to, (failure, socket) => {
      if (failure) done(failure, null);
      else
        verify(socket, to.host ?? to.hostname, answerWithinMs, (refusal) => {
          if (!refusal) {
            done(null, socket);
            return;
          }
          socket.destroy();
          done(refusal, null);
        });
    });
}

function verify(socket: Socket, host: string, answerWithinMs: number, done: (refusal?: Error) => void): void {
  let head = '';
  const read = () => {
    for (let chunk = chunkOf(socket); chunk; chunk = chunkOf(socket)) head += chunk.toString('latin1');
    while (INTERIM.test(head)) head = head.replace(INTERIM, '');
    if (head.includes(END_OF_HEAD) || head.length > MAX_HEAD_BYTES) end(refusalOf(head));
  };
  const closed = () => end(failed('ECONNRESET', 'the service closed the connection'));
  const tooLong = setTimeout(() => end(new errors.HeadersTimeoutError()), answerWithinMs).unref();
  const end = (refusal: Error | undefined) => {
    clearTimeout(tooLong);
    socket.off('readable', read).off('end', closed).off('error', end).off('close', closed);
    done(refusal);
  };
  socket.on('readable', read).once('end', closed).once('error', end).once('close', closed);
  // HEAD, because its answer has no body.
  socket.write(`HEAD /healthz HTTP/1.1\r\nHost: ${host}\r\nKeep-Alive: timeout=${MAX_IDLE_SECONDS}${END_OF_HEAD}`);
}

function chunkOf(socket: Socket): Buffer | undefined {
  const chunk: unknown = socket.read();
  return Buffer.isBuffer(chunk) ? chunk : undefined;
}

function refusalOf(head: string): Error | undefined {
  if (!/^HTTP\/1\.1 \d{3}[ \r]/.test(head) || head.indexOf(END_OF_HEAD) !== head.length - END_OF_HEAD.length)
    return failed('HPE_INVALID_CONSTANT', 'the service speaks no HTTP/1.1');
  const isLast = /\r\nconnection:[^\r]*\bclose\b/i.test(head);
  return isLast ? failed('ECONNRESET', 'the service stops, or a proxy before it keeps no connection open') : undefined;
}

const failed = (code: string, message: string): Error => Object.assign(new Error(message), { code });
