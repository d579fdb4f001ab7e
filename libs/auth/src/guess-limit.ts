import { LRUCache } from 'lru-cache';
import { addressKey } from './address-key';
import { fingerprint } from './verifiers/cached-verifier';
import type { TokenCredentials } from './token-credentials';
import type { Verdict } from './verifiers/token-verifier';

const MINUTE_MS = 60_000;
const PROVEN_FOR_MS = 10 * MINUTE_MS;
const MAX_KEYS = 10_000;

/**
 * Stops look-ups for an address that sent too many wrong tokens within a minute, so that guessing does not load the database.
 * Tokens that were valid in the last ten minutes are still looked up. So one guesser cannot lock out all users of an address.
 */
export class GuessLimit {
  private readonly failures = new LRUCache<string, number>({ max: MAX_KEYS, ttl: MINUTE_MS, noUpdateTTL: true });
  private readonly proven = new LRUCache<string, true>({ max: MAX_KEYS, ttl: PROVEN_FOR_MS });

  /** @param perMinute how many wrong tokens of one address are looked up */
  constructor(private readonly perMinute: number) {}

  isHeard(address: string, credentials: TokenCredentials): boolean {
    return (this.failures.get(addressKey(address)) ?? 0) < this.perMinute || this.proven.has(fingerprint(credentials));
  }

  heard(address: string, credentials: TokenCredentials, verdict: Verdict): void {
    if ('actor' in verdict) {
      this.proven.set(fingerprint(credentials), true);
    } else if (verdict.refusal === 'unknown' || verdict.refusal === 'wrong-secret') {
      this.proven.delete(fingerprint(credentials));
      const key = addressKey(address);
      this.failures.set(key, (this.failures.get(key) ?? 0) + 1);
    }
  }
}
