import { csrfSync } from 'csrf-sync';
import type { Request } from 'express';

export const CSRF_FIELD = '_csrf';
const TOKEN_BYTES = 32;

/** One token per session, sent in the body of forms and never in an address. */
const protection = csrfSync({
  size: TOKEN_BYTES,
  getTokenFromRequest: ({ body }: Request) => {
    const form: unknown = body;
    const token: unknown =
      typeof form === 'object' && form !== null && CSRF_FIELD in form ? form[CSRF_FIELD] : undefined;
    return typeof token === 'string' ? token : undefined;
  },
});

/** The token for forms of this request's session. A new token causes the session to be stored. */
export const csrfToken = (request: Request): string => protection.generateToken(request);

export const hasCsrfToken = (request: Request): boolean => protection.isRequestValid(request);
