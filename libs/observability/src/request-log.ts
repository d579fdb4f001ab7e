import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from './logger';
import { validRequestId } from './request-id';
import { targetWithoutSecrets } from './secrets';

const PROBE = /^\/(?:healthz|readyz)(?:\?|$)/;

/** A request of express or of plain `node:http`; only the fields that the log reads. */
export type LoggedRequest = IncomingMessage & { id?: string; originalUrl?: string; actor?: { id?: unknown } | null };

/**
 * Middleware: writes one line when the answer is sent or the connection broke:
 * `{ method, path, status, duration_ms, request_id, user_id?, aborted? }`.
 * Health probes have level debug, other requests info.
 * @param path rewrites the logged path when a segment of it is a secret, e.g. the token of an invitation's link
 */
export function requestLog(
  logger: Logger,
  path: (target: string) => string = (target) => target,
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
        // Read at the end, because the caller is identified after this middleware.
        user_id: req.actor?.id,
        // The answer was not sent completely, so its status alone would mislead.
        aborted: res.writableFinished ? undefined : true,
      });
    });
    next();
  };
}
