import { type Dialect, errorAnswer, type Problem } from '@almanac/errors';
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
  const answer = errorAnswer(problem, req.dialect ?? dialectAt(req.url ?? ''), req);
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
export const dialectAt = (url: string): Dialect => (/^\/calendar(?:[/?]|$)/.test(url) ? 'calendar' : 'content');
