import { type Dialect, type ErrorAnswer, errorAnswer, type Problem } from '@almanac/errors';
import type { ServerResponse } from 'node:http';
import type { GatewayRequest } from './gateway-request';
import { outliveUpload } from './outlive-upload';

/**
 * Answers with a problem in the dialect of the called API.
 * @param headers flat list of the gateway's own headers
 */
export function answerProblem(
  req: GatewayRequest,
  res: ServerResponse,
  problem: Problem,
  headers: readonly string[],
): void {
  const answer = problemAnswer(problem, req);
  const body = Buffer.from(JSON.stringify(answer.body));
  const described = [
    ...Object.entries(answer.headers).flat(),
    'Content-Length',
    String(body.length),
    'Cache-Control',
    'no-store',
  ];
  outliveUpload(req, res);
  res.writeHead(problem.status, [...headers, ...described]);
  res.end(body);
}

/** Clients of the calendar expect a different error shape; the envelope of the calendar contains both shapes. */
export function problemAnswer(problem: Problem, req?: GatewayRequest): ErrorAnswer {
  return errorAnswer(problem, dialectOf(req), req);
}

const dialectOf = (req: GatewayRequest | undefined): Dialect =>
  req?.dialect ?? (/^\/calendar(?:[/?]|$)/.test(req?.url ?? '') ? 'calendar' : 'content');
