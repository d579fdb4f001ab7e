import { countLookup } from '@almanac/observability';
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { TokenCredentials } from '../token-credentials';
import { TokenVerifier, type Verdict } from './token-verifier';

/** How long a revoked token, the old rights of a changed role or a deleted user may still be accepted. */
const TRUSTED_FOR_MS = 1_000;
const MAX_TOKENS = 10_000;

/** Caches accepted tokens. Refusals are not cached, because a new token must work at once. */
export class CachedVerifier extends TokenVerifier {
  private readonly trusted = new LRUCache<string, Verdict>({ max: MAX_TOKENS, ttl: TRUSTED_FOR_MS });
  private readonly asking = new Map<string, Promise<Verdict>>();
  /** Counts calls of `forget`, so that look-ups which began before a call are not cached. */
  private changes = 0;

  constructor(private readonly verifier: TokenVerifier) {
    super();
  }

  async verify(credentials: TokenCredentials): Promise<Verdict> {
    const key = fingerprint(credentials);
    const known = this.trusted.get(key);
    countLookup('tokens', known !== undefined);
    if (known) return known;
    // Concurrent requests with one token share one look-up.
    let answer = this.asking.get(key);
    if (!answer) {
      answer = this.ask(credentials, key).finally(() => this.asking.delete(key));
      this.asking.set(key, answer);
    }
    return answer;
  }

  /** Clears the cache, after changes made in this process. */
  override forget(): void {
    this.changes += 1;
    this.trusted.clear();
    this.asking.clear();
  }

  private async ask(credentials: TokenCredentials, key: string): Promise<Verdict> {
    const { changes } = this;
    // The cache time starts before the look-up, because the token may be revoked during it.
    const start = performance.now();
    const verdict = await this.verifier.verify(credentials);
    if ('actor' in verdict && changes === this.changes) this.trusted.set(key, verdict, { start });
    return verdict;
  }
}

/** A hash as cache key, so that secrets do not stay in memory longer than their request. */
export function fingerprint({ id, secret }: TokenCredentials): string {
  return hash('sha256', `${id}:${secret}`, 'base64');
}
