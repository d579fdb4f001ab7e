/** Lifetime of a token that is created without an expiry date (content-behaviour §1.3). */
const YEARS = 100;

/** The day that many years and days from today, as `YYYY-MM-DD` in UTC. */
export function expiryAfter({ years = 0, days = 0 }: { years?: number; days?: number }, now = new Date()): string {
  const day = new Date(now);
  day.setUTCFullYear(day.getUTCFullYear() + years);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

export const defaultExpiry = (now?: Date): string => expiryAfter({ years: YEARS }, now);
