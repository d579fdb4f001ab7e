import { AsyncLocalStorage } from 'node:async_hooks';

/** Moments in milliseconds from which, and up to which, an answer is right. */
export interface Holding {
  from: number;
  until: number;
}

const MINUTE_MS = 60_000;

const building = new AsyncLocalStorage<{ holding: Holding; noteNever: () => void }>();

/**
 * Builds an answer. `holding` gives the moments at which it is right while the database is unchanged: all moments, unless the code called
 * `holdsThisMinute` or `neverHolds`.
 * @param noteNever called at once by `neverHolds`
 */
export async function withHolding<T>(
  build: () => Promise<T>,
  noteNever: () => void = () => undefined,
): Promise<{ built: T; holding: Holding }> {
  const holding = { from: -Infinity, until: Infinity };
  return { built: await building.run({ holding, noteNever }, build), holding };
}

/**
 * For an answer that depends on the day or on the minute. Clocks change their offset from UTC only between two minutes, so a day begins with
 * a minute in every zone.
 * @returns the beginning of the minute
 */
export function holdsThisMinute(): Date {
  const from = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  limit({ from, until: from + MINUTE_MS });
  return new Date(from);
}

/** For an answer that depends on the second, on a secret of the request, or on other values outside of its address. */
export function neverHolds(): void {
  limit({ from: Infinity, until: -Infinity });
  building.getStore()?.noteNever();
}

function limit({ from, until }: Holding): void {
  const holding = building.getStore()?.holding;
  if (!holding) return;
  holding.from = Math.max(holding.from, from);
  holding.until = Math.min(holding.until, until);
}

export const isRightNow = ({ from, until }: Holding, now = Date.now()): boolean => from <= now && now < until;
