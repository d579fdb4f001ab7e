import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Dialect, errorAnswer } from './error-answer';
import { Problem } from './problem';
import { storageProblem } from './storage-failures';

/** Reports failures that are answered with a 5xx; the answer itself does not name the cause. */
type ReportFailure = (failure: unknown) => void;

/** Turns every error into an answer. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly dialect: Dialect,
    private readonly report: ReportFailure,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const problem = toProblem(thrown);
    if (problem.status >= 500 && !isRefusal(problem)) this.report(problem.details.cause ?? thrown);
    if (response.headersSent) {
      // A part of the answer is sent already; only a broken connection can still show the failure.
      response.destroy();
      return;
    }
    // Of a record whose change was undone, when the failure came after its presentation.
    for (const name of ['ETag', 'Location']) response.removeHeader(name);
    const { headers, body } = errorAnswer(problem, this.dialect, request);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.status(problem.status).json(body);
  }
}

/** A 503 without a cause is a deliberate refusal of a busy server. The request log has it, so it is not logged as an error. */
const isRefusal = ({ status, details }: Problem): boolean => status === 503 && details.cause === undefined;

/** Exceptions of Nest and express keep status and message. Failures of storage become 503 or 507, all others 500 without their text. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof HttpException) return new Problem(thrown.getStatus(), thrown.message, { cause: thrown });
  if (isExposedHttpError(thrown)) return new Problem(thrown.status, thrown.message, { cause: thrown });
  return storageProblem(thrown) ?? new Problem(500, 'An unexpected error occurred.', { cause: thrown });
}

function isExposedHttpError(thrown: unknown): thrown is Error & { status: number } {
  return (
    thrown instanceof Error &&
    'expose' in thrown &&
    thrown.expose === true &&
    'status' in thrown &&
    typeof thrown.status === 'number'
  );
}
