import { errorAnswer, Problem } from '@almanac/errors';
import { type IncomingHttpHeaders, maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemPage, type PageCaller, wantsPage } from '../problem-page/problem-page';
import { dialectAt } from './problem-answer';

const LINGER_MS = 2_000;
/** Enough to see which API is called. */
const MAX_START = 64;
/** Of a packet; browsers send about twenty headers. */
const MAX_LINES = 100;

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

  /** @param unanswered the request on the connection that has no whole response: a second one could be written into the middle of it */
  constructor(private readonly unanswered: (connection: Duplex) => PageCaller | undefined) {}

  answer(failure: ParserFailure, connection: Connection): void {
    // The parser fails again on the remaining bytes of a refused request.
    if (this.refused.has(connection)) return;
    this.refused.add(connection);
    const request = this.unanswered(connection);
    const hasBegunToAnswer = connection.bytesWritten !== 0 && request !== undefined;
    if (!connection.writable || hasBegunToAnswer || failure.code === 'ECONNRESET') {
      connection.destroy();
      return;
    }
    const problem = problemOf(failure);
    const { headers, body } = answerTo(failure, problem, request);
    const head = [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Connection: close',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
    ];
    connection.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    // An immediate close would reset the connection, perhaps before a caller that is still sending has read the response.
    setTimeout(() => connection.destroy(), LINGER_MS).unref();
    connection.resume();
  }
}

/** A browser whose cookies are too large gets a page, too. The request may be too broken to tell who sent it. */
function answerTo(failure: ParserFailure, problem: Problem, request: PageCaller | undefined) {
  const caller = request ?? readable(failure);
  if (wantsPage(caller)) return problemPage(problem, caller);
  const body = JSON.stringify(errorAnswer(problem, dialectAt(targetIn(failure))).body);
  return { headers: { 'Content-Type': 'application/json; charset=utf-8' }, body };
}

/** The request line and the headers in the packet that was received last. */
function readable({ rawPacket }: ParserFailure): PageCaller {
  const [first = '', ...lines] = (rawPacket?.toString('latin1') ?? '').split(/\r?\n/, MAX_LINES);
  const [, method, url] = /^([A-Z]+) (\/\S*)/.exec(first) ?? [];
  const headers: IncomingHttpHeaders = {};
  for (const line of method === undefined ? [first, ...lines] : lines) {
    const colon = line.indexOf(':');
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] ??= line.slice(colon + 1).trim();
  }
  return { method, url, headers };
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
