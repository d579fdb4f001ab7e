import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from './logger';
import { validRequestId } from './request-id';
import { targetWithoutSecrets } from './secrets';

const PROBE = /^\/(?:healthz|readyz)(?:\?|$)/;

/** Works for express and for plain `node:http`, so it asks for no more than it reads. */
export type LoggedRequest = IncomingMessage & { id?: string; originalUrl?: string; actor?: { id?: unknown } | null };

export interface RequestLogOptions {
  /** Rewrites the logged path when a segment of it is a secret, e.g. the token of an invitation's link. */
  path?: (target: string) => string;
}

/**
 * Middleware: one line when the answer is out or the connection broke:
 * `{ method, path, status, duration_ms, request_id, user_id?, aborted? }`.
 * Health probes speak at debug, all else at info; when that level is off the request passes untouched.
 */
export function requestLog(
  logger: Logger,
  { path = (target) => target }: RequestLogOptions = {},
): (req: LoggedRequest, res: ServerResponse, next: () => void) => void {
  return (req, res, next) => {
    const target = req.originalUrl ?? req.url ?? '/';
    const level = PROBE.test(target) ? 'debug' : 'info';
    if (!logger.isLevelEnabled(level)) {
      next();
      return;
    }
    const started = performance.now();
    res.once('close', () => {
      logger[level]({
        method: req.method,
        path: path(targetWithoutSecrets(target)),
        status: res.statusCode,
        duration_ms: Math.round((performance.now() - started) * 10) / 10,
        request_id: req.id ?? validRequestId(req.headers['x-request-id']),
        // Read late: the guard that knows who is calling runs after this middleware.
        user_id: req.actor?.id,
        // The status of an answer that never left whole would be a lie without this.
        aborted: res.writableFinished ? undefined : true,
      });
    });
    next();
  };
}
