import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Actor } from './actor';
import type { Refusal } from './refusals';

export interface TokenCredentials {
  readonly id: string;
  readonly secret: string;
}

/** Ids of other texts are in no row: its column takes 32 characters. */
const POSSIBLE_ID = /^\w{1,32}$/;
const OTHER_SCHEME = /^(basic|bearer) +(\S+)$/i;
/** A token's id and secret at the end of Basic credentials, or alone. */
const TOKEN_AT_THE_END = /(?:^|:)([A-Za-z0-9]{32}):([A-Za-z0-9]{32})$/;
const WHOLE_TOKEN = /^([A-Za-z0-9]{32}):([A-Za-z0-9]{32})$/;

/**
 * Reads the header's `Token <id>:<secret>`. The prefix is case-sensitive, with one space; parts after a second colon are ignored
 * (content-behaviour §1.1). `Bearer <id>:<secret>` and Basic credentials that end in a token are for clients that know no other scheme.
 * @returns the refusal of credentials that need no look-up; `unknown` for ids that no token can have
 */
export function parseAuthorization(header: string | undefined): TokenCredentials | 'missing' | 'malformed' | 'unknown' {
  const text = header?.trim();
  if (!text) return 'missing';
  if (!text.startsWith('Token ') || !text.includes(':')) return tokenOfOtherScheme(text) ?? 'malformed';
  const [id = '', secret = ''] = text.slice('Token '.length).split(':');
  return POSSIBLE_ID.test(id) ? { id, secret } : 'unknown';
}

function tokenOfOtherScheme(text: string): TokenCredentials | undefined {
  const [, scheme = '', credentials = ''] = OTHER_SCHEME.exec(text) ?? [];
  const isBasic = scheme.toLowerCase() === 'basic';
  const token = isBasic
    ? TOKEN_AT_THE_END.exec(Buffer.from(credentials, 'base64').toString())
    : WHOLE_TOKEN.exec(credentials);
  const [, id, secret] = token ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

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
