import { addressKey } from '@almanac/auth';
import { Problem } from '@almanac/errors';
import type { HitCounter } from '@almanac/rate-limit';

const MINUTE_MS = 60_000;
/** Wrong passwords per minute and IP address: for one event, and for all events. */
const MAX_PER_EVENT = 10;
const MAX_PER_ADDRESS = 100;

/** Rate limit of wrong event passwords. It counts by IP address, so that a guesser does not lock out other readers. */
export class PasswordGuesses {
  constructor(private readonly hits: HitCounter) {}

  /**
   * Counts a guess before it is checked, so that concurrent guesses count as well.
   * @returns a function that takes the guess back when it was right
   * @throws Problem 429 with `Retry-After`
   */
  async count(eventId: number, ip: string): Promise<() => Promise<void>> {
    const address = addressKey(ip);
    const limits = [
      [`event-passwords ${address} ${eventId}`, MAX_PER_EVENT],
      [`event-passwords ${address}`, MAX_PER_ADDRESS],
    ] as const;
    const takeBack = async () => {
      await Promise.all(limits.map(([key]) => this.hits.add(key, MINUTE_MS, -1)));
    };
    const counted = await Promise.all(limits.map(([key]) => this.hits.add(key, MINUTE_MS)));
    const exceeded = counted.find(({ count }, index) => count > (limits[index]?.[1] ?? 0));
    if (!exceeded) return takeBack;
    await takeBack();
    const seconds = Math.max(1, Math.ceil(exceeded.endsInMs / 1_000));
    throw new Problem(429, 'Too Many Attempts.', {
      type: 'too-many-attempts',
      headers: { 'Retry-After': String(seconds) },
    });
  }
}
