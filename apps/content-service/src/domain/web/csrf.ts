import { csrfSync } from 'csrf-sync';
import type { Request } from 'express';

export const CSRF_FIELD = '_csrf';
const TOKEN_BYTES = 32;

/** One token for a session, in every form and in no address. */
const protection = csrfSync({
  size: TOKEN_BYTES,
  getTokenFromRequest: ({ body }: Request) => {
    const form: unknown = body;
    const token: unknown = typeof form === 'object' && form !== null && CSRF_FIELD in form ? form[CSRF_FIELD] : undefined;
    return typeof token === 'string' ? token : undefined;
  },
});

/** The token for a form of this request's session, which is stored from then on. */
export const csrfToken = (request: Request): string => protection.generateToken(request);

export const bringsCsrfToken = (request: Request): boolean => protection.isRequestValid(request);
