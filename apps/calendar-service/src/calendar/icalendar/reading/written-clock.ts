import { toInstant, toWallClock } from '../../time-zones/conversion';
import { storedZone } from '../../time-zones/stored-zone';
import { wallClock, type WallClock } from '../../time-zones/wall-clock';

/** A date or time of a file, in both meanings that it can have for a series. It can be copied to another thread. */
export interface WrittenClock {
  readonly clock: WallClock;
  /** Name of the zone that the clock is in; undefined for a day. */
  readonly zone: string | undefined;
  /** The day that it names in a series of whole days, which is the same in every zone. */
  readonly day: WallClock;
}

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
