import { countLookup } from '@almanac/observability';
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type TokenCredentials, TokenVerifier, type Verdict } from './identify';

/** A token can expire without any change. */
const MAX_AGE_MS = 1_000;
const MAX_TOKENS = 10_000;

/**
 * Caches accepted tokens while the data behind them is unchanged, so a change of any process takes effect with the next request.
 * Refusals are not cached, because a new token must work at once.
 */
export class CachedVerifier extends TokenVerifier {
  private readonly trusted = new LRUCache<string, { state: string; verdict: Verdict }>({
    max: MAX_TOKENS,
    ttl: MAX_AGE_MS,
  });
  private readonly pending = new Map<string, Promise<Verdict>>();

  /** @param currentState names the state of the data; read at the arrival of each request */
  constructor(
    private readonly verifier: TokenVerifier,
    private readonly currentState: () => Promise<string>,
  ) {
    super();
  }

  async verify(credentials: TokenCredentials): Promise<Verdict> {
    const state = await this.currentState();
    const key = fingerprint(credentials);
    const cached = this.trusted.get(key);
    const isCurrent = cached?.state === state;
    countLookup('tokens', isCurrent);
    if (isCurrent) return cached.verdict;
    // Concurrent requests with one token that arrived in the same state share one look-up.
    const shared = `${key} ${state}`;
    let answer = this.pending.get(shared);
    if (!answer) {
      answer = this.ask(credentials, key, state).finally(() => this.pending.delete(shared));
      this.pending.set(shared, answer);
    }
    return answer;
  }

  private async ask(credentials: TokenCredentials, key: string, state: string): Promise<Verdict> {
    // The cache time starts before the look-up, because the token may expire during it.
    const start = performance.now();
    const verdict = await this.verifier.verify(credentials);
    if ('actor' in verdict) this.trusted.set(key, { state, verdict }, { start });
    return verdict;
  }
}

/** A hash as cache key, so that secrets do not stay in memory longer than their request. */
export function fingerprint({ id, secret }: TokenCredentials): string {
  return hash('sha256', `${id}:${secret}`, 'base64');
}
