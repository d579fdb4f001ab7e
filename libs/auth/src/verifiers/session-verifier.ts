import type { Request, Response } from 'express';
import type { Verdict } from './token-verifier';

/** Identifies callers by their browser session instead of a token. An abstract class, so that Nest can inject it by its type. */
export abstract class SessionVerifier {
  /** @returns undefined when the request has no session, or its path does not accept sessions */
  abstract verify(request: Request, response: Response): Promise<Verdict | undefined>;
}
