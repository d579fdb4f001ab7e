import { AsyncLocalStorage } from 'node:async_hooks';

/** Moments in milliseconds from which, and up to which, an answer is right. */
export interface Validity {
  from: number;
  until: number;
}

const MINUTE_MS = 60_000;

const building = new AsyncLocalStorage<{ validity: Validity; onPrevented: () => void }>();

/**
 * Builds an answer. `holding` gives the moments at which it is right while the database is unchanged: all moments, unless the code called
 * `cacheUntilNextMinute` or `preventCaching`.
 * @param onPrevented called at once by `preventCaching`
 */
export async function withValidity<T>(
  build: () => Promise<T>,
  onPrevented: () => void = () => undefined,
): Promise<{ built: T; validity: Validity }> {
  const validity = { from: -Infinity, until: Infinity };
  return { built: await building.run({ validity, onPrevented }, build), validity };
}

/**
 * For an answer that depends on the day or on the minute. Clocks change their offset from UTC only between two minutes, so a day begins with
 * a minute in every zone.
 * @returns the beginning of the minute
 */
export function cacheUntilNextMinute(): Date {
  const from = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  limit({ from, until: from + MINUTE_MS });
  return new Date(from);
}

/** For an answer that depends on the second, on a secret of the request, or on other values outside of its address. */
export function preventCaching(): void {
  limit({ from: Infinity, until: -Infinity });
  building.getStore()?.onPrevented();
}

function limit({ from, until }: Validity): void {
  const validity = building.getStore()?.validity;
  if (!validity) return;
  validity.from = Math.max(validity.from, from);
  validity.until = Math.min(validity.until, until);
}

export const isValidNow = ({ from, until }: Validity, now = Date.now()): boolean => from <= now && now < until;
