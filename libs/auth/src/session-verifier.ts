import type { Request, Response } from 'express';
import type { Verdict } from './token-verifier';

/** Answers who is calling without a token, for a service that browsers log in to. An abstract class so that Nest can inject it by its type. */
export abstract class SessionVerifier {
  /** `undefined` when the request brings no session, or none that counts for its path. */
  abstract verify(request: Request, response: Response): Promise<Verdict | undefined>;
}
