import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Response } from 'express';
import { type Dialect, envelopes } from './envelopes';
import { Problem } from './problem';
import { storageProblem } from './storage-failures';

/** Told about everything that fails with a 5xx; the answer itself says nothing of the cause. */
export type ReportFailure = (failure: unknown) => void;

/** The one place where an error becomes an answer. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly dialect: Dialect,
    private readonly report: ReportFailure,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const problem = toProblem(thrown);
    if (problem.status >= 500 && !isRefusal(problem)) this.report(problem.details.cause ?? thrown);
    if (response.headersSent) {
      // Half an answer is out: the only honest ending is a broken connection.
      response.destroy();
      return;
    }
    for (const [name, value] of Object.entries(problem.details.headers ?? {})) response.setHeader(name, value);
    response.status(problem.status).json(envelopes[this.dialect](problem));
  }
}

/** Who is asked to come back later, because enough of it goes on already, is refused on purpose: nothing failed, and the request log has it. */
const isRefusal = ({ status, details }: Problem): boolean => status === 503 && details.cause === undefined;

/** Nest's own exceptions and express's `http-errors` keep status and message, a database that is away is a 503; anything else is a 500 without its inner text. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof HttpException) return new Problem(thrown.getStatus(), thrown.message, { cause: thrown });
  if (isExposedHttpError(thrown)) return new Problem(thrown.status, thrown.message, { cause: thrown });
  return storageProblem(thrown) ?? new Problem(500, 'An unexpected error occurred.', { cause: thrown });
}

function isExposedHttpError(thrown: unknown): thrown is Error & { status: number } {
  return thrown instanceof Error && 'expose' in thrown && thrown.expose === true && 'status' in thrown && typeof thrown.status === 'number';
}
