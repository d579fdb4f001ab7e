import type { Actor } from '../actor';
import type { Refusal } from '../refusals';
import type { TokenCredentials } from '../token-credentials';

export type Verdict = { actor: Actor } | { refusal: Refusal };

/** Finds the owner of a token. An abstract class, so that Nest can inject it by its type. */
export abstract class TokenVerifier {
  abstract verify(credentials: TokenCredentials): Promise<Verdict>;
}
