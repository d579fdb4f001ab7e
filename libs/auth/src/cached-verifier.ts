import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { TokenCredentials } from './token-credentials';
import { TokenVerifier, type Verdict } from './token-verifier';

/** How long a revoked token, a changed role or a deleted user may still be taken for what it was. */
const TRUSTED_FOR_MS = 1_000;
const MOST_TOKENS = 10_000;

/** Spares the look-up for busy tokens. Refusals are not kept: a token that was just created must work at once. */
export class CachedVerifier extends TokenVerifier {
  private readonly trusted = new LRUCache<string, Verdict>({ max: MOST_TOKENS, ttl: TRUSTED_FOR_MS });
  private readonly asking = new Map<string, Promise<Verdict>>();

  constructor(private readonly verifier: TokenVerifier) {
    super();
  }

  async verify(credentials: TokenCredentials): Promise<Verdict> {
    const key = fingerprint(credentials);
    const known = this.trusted.get(key);
    if (known) return known;
    // Requests that arrive together share one question.
    let answer = this.asking.get(key);
    if (!answer) {
      answer = this.verifier.verify(credentials).finally(() => this.asking.delete(key));
      this.asking.set(key, answer);
    }
    const verdict = await answer;
    if ('actor' in verdict) this.trusted.set(key, verdict);
    return verdict;
  }

  override forget(): void {
    this.trusted.clear();
  }
}

/** Secrets are not kept in memory for longer than a request needs them. */
export function fingerprint({ id, secret }: TokenCredentials): string {
  return hash('sha256', `${id}:${secret}`, 'base64');
}
