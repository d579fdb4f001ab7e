import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Actor } from './actor';
import type { GuessLimit } from './guess-limit';
import type { Refusal } from './refusals';
import { parseAuthorization } from './token-credentials';
import type { TokenVerifier } from './token-verifier';

declare module 'express-serve-static-core' {
  interface Request {
    /** The verified caller. */
    actor?: Actor;
    /** Why there is no verified caller. */
    refusal?: Refusal;
  }
}

/** Finds out who is calling and lets the request go on either way; whether that is enough is for the guard to say. */
export function identify(verifier: TokenVerifier, guesses: GuessLimit): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const credentials = parseAuthorization(request.headers.authorization);
    if (typeof credentials === 'string') {
      request.refusal = credentials;
      next();
      return;
    }
    const address = request.ip ?? '';
    if (!guesses.isHeard(address, credentials)) {
      request.refusal = 'throttled';
      next();
      return;
    }
    verifier.verify(credentials).then((verdict) => {
      guesses.heard(address, credentials, verdict);
      if ('actor' in verdict) request.actor = verdict.actor;
      else request.refusal = verdict.refusal;
      next();
    }, next);
  };
}
