import { Problem } from '@almanac/errors';
import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemBody } from './problem-answer';

const LINGER_MS = 2_000;

interface ParserFailure extends Error {
  code?: string;
  /** What came last. */
  rawPacket?: Buffer;
}

/** A connection whose caller broke the rules of HTTP. */
type Connection = Duplex & { bytesWritten?: number };

/** Answers what node's parser refuses, before there is a request that could be answered: bad syntax, two body lengths, huge or late headers. */
export class MalformedRequests {
  private readonly refused = new WeakSet<Duplex>();

  /** @param isAnswering whether an answer is on its way on the connection: a second one could land inside of it */
  constructor(private readonly isAnswering: (connection: Duplex) => boolean) {}

  answer(failure: ParserFailure, connection: Connection): void {
    // The rest of what was refused is no more readable than its beginning.
    if (this.refused.has(connection)) return;
    this.refused.add(connection);
    const hasBegunToAnswer = connection.bytesWritten !== 0 && this.isAnswering(connection);
    if (!connection.writable || hasBegunToAnswer || failure.code === 'ECONNRESET') {
      connection.destroy();
      return;
    }
    const problem = problemOf(failure);
    const body = problemBody(undefined, problem);
    const head = [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
    ];
    connection.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    // Closing at once would reset the connection, perhaps before a caller that is still sending has read the answer.
    setTimeout(() => connection.destroy(), LINGER_MS).unref();
    connection.resume();
  }
}

function problemOf({ code, rawPacket }: ParserFailure): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem(408, 'The request did not arrive in time.');
  if (code !== 'HPE_HEADER_OVERFLOW') return new Problem(400, 'The request is malformed.');
  return rawPacket && isLongRequestLine(rawPacket)
    ? new Problem(414, 'The address of the request is too long.')
    : new Problem(431, 'The request headers are too large.');
}

/** Whether a request begins here whose first line, with the address, is longer than all headers together may be. */
function isLongRequestLine(packet: Buffer): boolean {
  const end = packet.indexOf('\n');
  return /^[A-Z]+ \//.test(packet.subarray(0, 32).toString('latin1')) && (end === -1 || end > maxHeaderSize);
}
