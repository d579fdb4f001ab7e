import { LRUCache } from 'lru-cache';
import { dateDetails } from '../../../calendar/time-zones/wall-clock';
import { abbreviationAt } from '../../../calendar/time-zones/zone-labels';
import { isoOffset, toWallClock } from '../../../calendar/time-zones/conversion';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import { type TimeZone, UTC } from '../../../calendar/time-zones/time-zone';
import type { EventRow } from '../rows/event-row';

/** Cache: the runtime takes a millisecond or more to look up the names of a zone. */
const abbreviations = new LRUCache<string, string>({ max: 5_000 });

/** A zone that keeps its offset within a month keeps its abbreviation. */
function abbreviation(instant: Date, zone: TimeZone): string {
  const key = `${zone.name} ${isoOffset(instant, zone)} ${instant.getUTCFullYear()}-${instant.getUTCMonth()}`;
  const known = abbreviations.get(key);
  if (known !== undefined) return known;
  const found = abbreviationAt(instant, zone);
  abbreviations.set(key, found);
  return found;
}

/** Date members of an event, on its own clock and in UTC (calendar-behaviour §2.1). */
export function eventTimes({ timezone, startsLocal, endsLocal, startsAt, endsAt }: EventRow) {
  const start = new Date(startsAt * 1_000);
  const [utcStart, utcEnd] = [toWallClock(start, UTC), toWallClock(new Date(endsAt * 1_000), UTC)];
  return {
    start_date: startsLocal,
    start_date_details: dateDetails(startsLocal),
    end_date: endsLocal,
    end_date_details: dateDetails(endsLocal),
    utc_start_date: utcStart,
    utc_start_date_details: dateDetails(utcStart),
    utc_end_date: utcEnd,
    utc_end_date_details: dateDetails(utcEnd),
    timezone,
    timezone_abbr: abbreviation(start, storedZone(timezone)),
    duration: endsAt - startsAt,
  };
}

/** A moment as two members: `name` in the time zone, and `name_utc`. Both are null without a moment. */
export function clocksOf(name: string, instant: Date | null, timezone: string) {
  return {
    [name]: instant && toWallClock(instant, storedZone(timezone)),
    [`${name}_utc`]: instant && toWallClock(instant, UTC),
  };
}
