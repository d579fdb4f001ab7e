import { addressKey } from '@almanac/auth';
import { Problem } from '@almanac/errors';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const MAX_REMEMBERED = 50_000;
/** Wrong passwords per minute and IP address: for one event, and for all events. */
const MAX_PER_EVENT = 10;
const MAX_PER_ADDRESS = 100;

/** Rate limit of wrong event passwords. It counts by IP address, so that a guesser does not lock out other readers. */
export class PasswordGuesses {
  private readonly counts = new LRUCache<string, number>({ max: MAX_REMEMBERED, ttl: MINUTE_MS, noUpdateTTL: true });

  /**
   * Counts a guess before it is checked, so that concurrent guesses count as well.
   * @returns a function that takes the guess back when it was right
   * @throws Problem 429 with `Retry-After`
   */
  count(eventId: number, ip: string): () => void {
    const address = addressKey(ip);
    const limits = [
      [`${address} ${eventId}`, MAX_PER_EVENT],
      [address, MAX_PER_ADDRESS],
    ] as const;
    for (const [key, limit] of limits) if ((this.counts.get(key) ?? 0) >= limit) this.refuse(key);
    for (const [key] of limits) this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    return () => {
      for (const [key] of limits) this.counts.set(key, Math.max(0, (this.counts.get(key) ?? 0) - 1));
    };
  }

  private refuse(key: string): never {
    const seconds = Math.max(1, Math.ceil(this.counts.getRemainingTTL(key) / 1_000));
    throw new Problem(429, 'Too Many Attempts.', {
      type: 'too-many-attempts',
      headers: { 'Retry-After': String(seconds) },
    });
  }
}
