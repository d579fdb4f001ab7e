import { counter, state } from './metrics';

const lookups = counter('almanac_cache_lookups_total', 'Look-ups in caches of a process.', ['cache', 'outcome']);

/** Counts a look-up. @param cache its name; use few different values */
export const countLookup = (cache: string, isHit: boolean): void =>
  lookups.inc({ cache, outcome: isHit ? 'hit' : 'miss' });

const readers = new Map<string, () => number>();

state('almanac_cache_bytes', 'Memory of caches of a process.', ['cache'], (bytes) => {
  for (const [cache, read] of readers) bytes.set({ cache }, read());
});

/**
 * Reports the memory of a cache at each scrape. A second cache of the same name replaces the first, as gauges do.
 * @param read returns its estimated bytes
 */
export const reportCache = (cache: string, read: () => number): void => void readers.set(cache, read);
