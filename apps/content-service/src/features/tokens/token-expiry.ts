/** How long a token lasts whose maker names no day (content-behaviour §1.3). */
const YEARS = 100;

/** Today, so many years on, as `YYYY-MM-DD` in UTC. */
export function defaultExpiry(now = new Date()): string {
  const day = new Date(now);
  day.setUTCFullYear(day.getUTCFullYear() + YEARS);
  return day.toISOString().slice(0, 10);
}
