import { LRUCache } from 'lru-cache';
import type { TimeZone } from '../../time-zones/time-zone';
import { DAY_MS } from '../../time-zones/wall-clock';

/** A change of a zone's offset; offsets in minutes east of Greenwich. */
export interface Transition {
  readonly at: Date;
  readonly from: number;
  readonly to: number;
}

/** No zone changes its clocks twice within this time. */
const STEP_MS = 4 * DAY_MS;
const known = new LRUCache<string, readonly Transition[]>({ max: 2_000 });

/** Every change of the zone's offset within a year of UTC, in order. */
export function transitionsIn(zone: TimeZone, year: number): readonly Transition[] {
  const key = `${zone.name} ${year}`;
  let found = known.get(key);
  if (!found) known.set(key, (found = findTransitions(zone, Date.UTC(year, 0), Date.UTC(year + 1, 0))));
  return found;
}

function findTransitions({ rules }: TimeZone, start: number, end: number): Transition[] {
  const found: Transition[] = [];
  for (let time = start; time < end;) {
    const next = Math.min(time + STEP_MS, end);
    const [from, to] = [rules.offset(time), rules.offset(next)];
    if (from !== to) found.push({ at: firstWith(to, time, next, (moment) => rules.offset(moment)), from, to });
    time = next;
  }
  return found;
}

/** The first second that has the new offset. */
function firstWith(offset: number, before: number, after: number, offsetAt: (time: number) => number): Date {
  let [low, high] = [before, after];
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000;
    if (offsetAt(middle) === offset) high = middle;
    else low = middle;
  }
  return new Date(high);
}
