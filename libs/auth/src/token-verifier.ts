import type { Actor } from './actor';
import type { Refusal } from './refusals';
import type { TokenCredentials } from './token-credentials';

export type Verdict = { actor: Actor } | { refusal: Refusal };

/** Answers whose token this is. An abstract class so that Nest can inject it by its type. */
export abstract class TokenVerifier {
  abstract verify(credentials: TokenCredentials): Promise<Verdict>;

  /** Drops what is remembered of earlier answers, for users, roles or tokens that were changed in this very process. */
  forget(): void {
    // Most remember nothing.
  }
}
