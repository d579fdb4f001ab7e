import { type Dialect, errorAnswer, type Problem } from '@almanac/errors';
import type { ServerResponse } from 'node:http';
import { problemPage } from '../problem-page/problem-page';
import { wantsPage } from '../problem-page/wants-page';
import { type GatewayRequest, outliveUpload } from './request';

/**
 * Answers with a problem: a page for a browser that opens an address, else JSON in the dialect of the called API.
 * @param headers flat list of the gateway's own headers
 */
export function answerProblem(
  req: GatewayRequest,
  res: ServerResponse,
  problem: Problem,
  headers: readonly string[],
): void {
  const isPage = wantsPage(req);
  const answer = isPage ? problemPage(problem, req) : jsonAnswer(req, problem);
  const body = Buffer.from(answer.body);
  const described = [
    ...Object.entries(answer.headers).flat(),
    'Content-Length',
    String(body.length),
    'Cache-Control',
    'no-store',
  ];
  outliveUpload(req, res);
  res.writeHead(problem.status, [...(isPage ? withoutPolicy(headers) : headers), ...described]);
  res.end(body);
}

function jsonAnswer(req: GatewayRequest, problem: Problem) {
  const { headers, body } = errorAnswer(problem, req.dialect ?? dialectAt(req.url ?? ''), req);
  return { headers, body: JSON.stringify(body) };
}

/** A page has a policy of its own. Of two policies, browsers obey both. */
const withoutPolicy = (headers: readonly string[]): string[] =>
  headers.filter((_, i) => headers[i - (i % 2)] !== 'Content-Security-Policy');

/** Clients of the calendar expect a different error shape; the envelope of the calendar contains both shapes. */
export const dialectAt = (url: string): Dialect => (/^\/calendar(?:[/?]|$)/.test(url) ? 'calendar' : 'content');
