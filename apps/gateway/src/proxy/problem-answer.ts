import { calendarEnvelope, contentEnvelope, type Dialect, type Problem } from '@almanac/errors';
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
  const body = Buffer.from(problemBody(req.url, problem, req.dialect));
  const described = [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(body.length),
    'Cache-Control',
    'no-store',
  ];
  outliveUpload(req, res);
  res.writeHead(problem.status, [...headers, ...described, ...Object.entries(problem.details.headers ?? {}).flat()]);
  res.end(body);
}

/** Clients of the calendar expect a different error shape; the envelope of the calendar contains both shapes. */
export function problemBody(target: string | undefined, problem: Problem, dialect?: Dialect): string {
  const isCalendars = dialect === 'calendar' || (target !== undefined && /^\/calendar(?:[/?]|$)/.test(target));
  return JSON.stringify(isCalendars ? calendarEnvelope(problem) : contentEnvelope(problem));
}
