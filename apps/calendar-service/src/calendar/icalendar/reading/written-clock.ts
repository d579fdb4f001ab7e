import { toInstant, toWallClock } from '../../time-zones/conversion';
import { storedZone } from '../../time-zones/stored-zone';
import type { TimeZone } from '../../time-zones/time-zone';
import type { WallClock } from '../../time-zones/wall-clock';

/** A date or time of a file. */
export interface WrittenClock {
  readonly clock: WallClock;
  /** Name of the zone that the clock is in; undefined for a day, which is the same in every zone. */
  readonly zone: string | undefined;
}

/** The same on the clock of this zone. A time in an hour that its zone skips is the one after the gap. */
export const clockIn = ({ clock, zone }: WrittenClock, wanted: TimeZone): WallClock =>
  zone === undefined ? clock : toWallClock(toInstant(clock, storedZone(zone)), wanted);
