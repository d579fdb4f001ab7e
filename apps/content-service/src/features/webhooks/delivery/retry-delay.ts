const FIRST_MS = 10_000;
const LONGEST_MS = 3_600_000;
const JITTER = 0.2;

/** Deliveries are given up, and webhooks switched off, after three days of failures. */
export const GIVEN_UP_AFTER_MS = 3 * 24 * 3_600_000;

/** Exponential back-off with jitter, so that receivers do not get all retries at once. @param random between 0 and 1 */
export function retryDelayMs(failures: number, random = Math.random()): number {
  const delay = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
  return Math.round(delay * (1 + JITTER * (2 * random - 1)));
}
