import { addressKey, fingerprint, type TokenCredentials, type TokenGuesses, type Verdict } from '@almanac/auth';
import { LRUCache } from 'lru-cache';
import type { HitCounter } from './counting/hit-counter';
import { refusals } from './caller';

const MINUTE_MS = 60_000;
const VERIFIED_FOR_MS = 10 * MINUTE_MS;
const MAX_VERIFIED = 10_000;

/**
 * Stops look-ups for an address that sent too many wrong tokens within a minute, so that guessing does not load the database.
 * Tokens that were valid in the last ten minutes are still looked up. So one guesser cannot lock out all users of an address.
 */
export class GuessLimit implements TokenGuesses {
  private readonly verified = new LRUCache<string, true>({ max: MAX_VERIFIED, ttl: VERIFIED_FOR_MS });

  /** @param perMinute how many wrong tokens of one address are looked up */
  constructor(
    private readonly perMinute: number,
    private readonly hits: HitCounter,
  ) {}

  async allowsLookup(address: string, credentials: TokenCredentials): Promise<boolean> {
    if (this.verified.has(fingerprint(credentials))) return true;
    const isAllowed = (await this.hits.read(failuresOf(address))) < this.perMinute;
    if (!isAllowed) refusals.inc({ limit: 'wrong tokens' });
    return isAllowed;
  }

  async noteVerdict(address: string, credentials: TokenCredentials, verdict: Verdict): Promise<void> {
    if ('actor' in verdict) {
      this.verified.set(fingerprint(credentials), true);
    } else if (verdict.refusal === 'unknown' || verdict.refusal === 'wrong-secret') {
      this.verified.delete(fingerprint(credentials));
      await this.hits.add(failuresOf(address), MINUTE_MS);
    }
  }
}

const failuresOf = (address: string) => `wrong-tokens ${addressKey(address)}`;
