import { counter } from './metrics';

const lookups = counter('almanac_cache_lookups_total', 'Look-ups in caches of a process.', ['cache', 'outcome']);

/** Counts a look-up. @param cache its name; use few different values */
export const countLookup = (cache: string, isHit: boolean): void =>
  lookups.inc({ cache, outcome: isHit ? 'hit' : 'miss' });
