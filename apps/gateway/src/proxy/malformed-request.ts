import { Problem } from '@almanac/errors';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemBody } from './problem-answer';

/** What node's parser refuses, before there is a request that could be answered: bad syntax, two body lengths, huge or late headers. */
export function answerMalformed(failure: Error & { code?: string }, socket: Duplex & { bytesWritten?: number }): void {
  // After a first answer it cannot be known whether the next one may be written here, so the connection just ends.
  if (!socket.writable || socket.bytesWritten !== 0 || failure.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const problem = problemOf(failure.code);
  const body = problemBody(undefined, problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function problemOf(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem(431, 'The request headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem(408, 'The request did not arrive in time.');
  return new Problem(400, 'The request is malformed.');
}
