import { toInstant, toWallClock } from '../../time-zones/conversion';
import { storedZone } from '../../time-zones/stored-zone';
import { clockAt, clockTime, DAY_MS, startOfDay, wallClock, type WallClock } from '../../time-zones/wall-clock';

/** A date or time of a file, in both meanings that it can have for a series. It can be copied to another thread. */
export interface WrittenClock {
  readonly clock: WallClock;
  /** Name of the zone that the clock is in; undefined for a day. */
  readonly zone: string | undefined;
  /** The day that it names in a series of whole days, which is the same in every zone. */
  readonly day: WallClock;
}

/** From 11:00 in UTC on, it is the next day in New Zealand's summer. */
const NEXT_DAY_AFTER_MS = 11 * 3_600_000;

/**
 * The day whose midnight a program wrote in UTC, for all zones from -10:59 to +13:00. The zone of the site plays no part: it may be another one than
 * the writer's.
 */
export const dayOfMidnight = (inUtc: WallClock): WallClock =>
  startOfDay(clockAt(clockTime(inUtc) + DAY_MS - NEXT_DAY_AFTER_MS));

/** The event or series that a date or time of a file belongs to. */
interface Series {
  readonly start: WallClock;
  readonly timezone: string;
  readonly allDay: boolean;
}

/**
 * The start that the file names, on the clock of the series. In a timed series, a day means the occurrence at the time of its start.
 * A time in an hour that the zone skips is the one after the gap.
 */
export function clockIn({ clock, zone, day }: WrittenClock, { start, timezone, allDay }: Series): WallClock {
  if (allDay) return day;
  if (zone === undefined) return wallClock(`${day.slice(0, 10)} ${start.slice(11)}`);
  return toWallClock(toInstant(clock, storedZone(zone)), storedZone(timezone));
}
