import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { withLogContext } from './log/log-context';

declare module 'express-serve-static-core' {
  interface Request {
    /** The request's id in logs and in `X-Request-Id`; set by `requestId()`. */
    id: string;
  }
}

const VALID = /^[A-Za-z0-9._-]{1,128}$/;

/** The header's value when it is valid: 1-128 letters, digits, dots, underscores and dashes. Other characters could forge log lines. */
export function validRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && VALID.test(header) ? header : undefined;
}

/** Middleware: keeps a valid incoming `X-Request-Id`, or creates a UUID. Sets `req.id`, the answer's `X-Request-Id` and the log context. */
export function requestId(): (req: IncomingMessage & { id: string }, res: ServerResponse, next: () => void) => void {
  return (req, res, next) => {
    req.id = validRequestId(req.headers['x-request-id']) ?? randomUUID();
    res.setHeader('X-Request-Id', req.id);
    withLogContext({ request_id: req.id }, next);
  };
}
