import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Actor } from './actor';
import type { Refusal } from './refusals';
import { parseAuthorization, type TokenCredentials } from './token-credentials';

declare module 'express-serve-static-core' {
  interface Request {
    /** The verified caller. */
    actor?: Actor;
    /** Why there is no verified caller. */
    refusal?: Refusal;
  }
}

export type Verdict = { actor: Actor } | { refusal: Refusal };

/** Finds the owner of a token. An abstract class, so that Nest can inject it by its type. */
export abstract class TokenVerifier {
  abstract verify(credentials: TokenCredentials): Promise<Verdict>;
}

/** Identifies callers by their browser session instead of a token. An abstract class, so that Nest can inject it by its type. */
export abstract class SessionVerifier {
  /** @returns undefined when the request has no session, or its path does not accept sessions */
  abstract verify(request: Request, response: Response): Promise<Verdict | undefined>;
}

/** Decides which tokens are looked up, from the verdicts on earlier ones. */
export interface TokenGuesses {
  allowsLookup(address: string, credentials: TokenCredentials): Promise<boolean>;
  noteVerdict(address: string, credentials: TokenCredentials, verdict: Verdict): Promise<void>;
}

/**
 * Identifies the caller. Requests without a valid caller pass too; `AuthGuard` refuses them later.
 * A session counts only without a token, because browser clients send their cookie with every request (content-behaviour §1.4).
 */
export function identify(tokens: TokenVerifier, guesses: TokenGuesses, sessions?: SessionVerifier): RequestHandler {
  const verifyToken = async (credentials: TokenCredentials, address: string): Promise<Verdict> => {
    if (!(await guesses.allowsLookup(address, credentials))) return { refusal: 'throttled' };
    const verdict = await tokens.verify(credentials);
    await guesses.noteVerdict(address, credentials, verdict);
    return verdict;
  };
  return (request: Request, response: Response, next: NextFunction): void => {
    const credentials = parseAuthorization(request.headers.authorization);
    const accept = (verdict: Verdict | undefined) => {
      if (verdict && 'actor' in verdict) request.actor = verdict.actor;
      else request.refusal = verdict?.refusal ?? 'missing';
      next();
    };
    if (typeof credentials !== 'string') verifyToken(credentials, request.ip ?? '').then(accept, next);
    else if (credentials === 'missing' && sessions) sessions.verify(request, response).then(accept, next);
    else accept({ refusal: credentials });
  };
}
