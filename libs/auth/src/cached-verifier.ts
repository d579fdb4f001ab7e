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
  /** Counts what was to be forgotten, so that an answer which was under way then is not kept. */
  private changes = 0;

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
      answer = this.ask(credentials, key).finally(() => this.asking.delete(key));
      this.asking.set(key, answer);
    }
    return answer;
  }

  /** Drops everything known, for changes made in this very process. */
  override forget(): void {
    this.changes += 1;
    this.trusted.clear();
    this.asking.clear();
  }

  private async ask(credentials: TokenCredentials, key: string): Promise<Verdict> {
    const { changes } = this;
    // Trust is counted from the question: by the time of the answer, the token may have been revoked for as long as that took.
    const start = performance.now();
    const verdict = await this.verifier.verify(credentials);
    if ('actor' in verdict && changes === this.changes) this.trusted.set(key, verdict, { start });
    return verdict;
  }
}

/** Secrets are not kept in memory for longer than a request needs them. */
export function fingerprint({ id, secret }: TokenCredentials): string {
  return hash('sha256', `${id}:${secret}`, 'base64');
}
