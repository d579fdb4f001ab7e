import { Problem, toProblem } from '@almanac/errors';
import type { Logger } from '@almanac/observability';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import type { GatewayRequest } from './proxy/request';
import { answerProblem } from './proxy/problem-answer';

/** Gives errors of Nest the same shape as errors of the proxy. The filter of the libs supports one dialect, the gateway needs both. */
@Catch()
export class GatewayProblemFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const problem = toProblem(thrown);
    if (problem.status >= 500) this.logger.error({ err: thrown }, 'request failed in the gateway');
    // Nest's own message repeats the path, which the caller controls.
    const shown =
      problem.status === 404
        ? new Problem(404, 'Nothing is served at this address.', { type: 'route-not-found' })
        : problem;
    answerProblem(http.getRequest<GatewayRequest>(), http.getResponse<ServerResponse>(), shown, []);
  }
}
