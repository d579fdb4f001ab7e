import { errorAnswer, Problem } from '@almanac/errors';
import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { dialectAt } from './problem-answer';

const LINGER_MS = 2_000;
/** Enough to see which API is called. */
const MAX_START = 64;

interface ParserFailure extends Error {
  code?: string;
  /** The bytes that were received last. */
  rawPacket?: Buffer;
}

/** A connection on which node's HTTP parser failed. */
type Connection = Duplex & { bytesWritten?: number };

/** Answers connections that node's parser refuses before a request object exists: bad syntax, two body lengths, huge or late headers. */
export class MalformedRequests {
  private readonly refused = new WeakSet<Duplex>();

  /** @param isAnswering whether a response is being sent on the connection: a second one could be written into the middle of it */
  constructor(private readonly isAnswering: (connection: Duplex) => boolean) {}

  answer(failure: ParserFailure, connection: Connection): void {
    // The parser fails again on the remaining bytes of a refused request.
    if (this.refused.has(connection)) return;
    this.refused.add(connection);
    const hasBegunToAnswer = connection.bytesWritten !== 0 && this.isAnswering(connection);
    if (!connection.writable || hasBegunToAnswer || failure.code === 'ECONNRESET') {
      connection.destroy();
      return;
    }
    const problem = problemOf(failure);
    const body = JSON.stringify(errorAnswer(problem, dialectAt(targetIn(failure))).body);
    const head = [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
    ];
    connection.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    // An immediate close would reset the connection, perhaps before a caller that is still sending has read the response.
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

/** The start of the address, if the packet has the request line; empty otherwise. */
function targetIn({ rawPacket }: ParserFailure): string {
  const start = rawPacket?.subarray(0, MAX_START).toString('latin1') ?? '';
  return /^[A-Z]+ (\/\S*)/.exec(start)?.[1] ?? '';
}

/** Whether the packet starts with a request line that alone exceeds the limit for the headers. */
function isLongRequestLine(packet: Buffer): boolean {
  const end = packet.indexOf('\n');
  return /^[A-Z]+ \//.test(packet.subarray(0, 32).toString('latin1')) && (end === -1 || end > maxHeaderSize);
}
