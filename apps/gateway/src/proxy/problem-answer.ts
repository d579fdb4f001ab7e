import type { ServerResponse } from 'node:http';
import { type Dialect, errorAnswer, Problem, toProblem } from '@almanac/errors';
import type { Logger } from '@almanac/observability';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { problemPage, wantsPage } from '../problem-page/problem-page';
import { type GatewayRequest, drainUpload } from './request';

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
  drainUpload(req, res);
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

/** Gives errors of Nest the same shape as errors of the proxy. The filter of the libs supports one dialect, the gateway needs both. */
@Catch()
export class GatewayProblemFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const problem = toProblem(thrown);
    if (problem.status >= 500) this.logger.error({ err: thrown }, 'request failed in the gateway');
    // Nest's own message repeats the path, which the caller controls.
    const presented =
      problem.status === 404
        ? new Problem(404, 'Nothing is served at this address.', { type: 'route-not-found' })
        : problem;
    answerProblem(http.getRequest<GatewayRequest>(), http.getResponse<ServerResponse>(), presented, []);
  }
}
