import { toInstant, toWallClock } from '../time-zones/conversion';
import type { TimeZone } from '../time-zones/time-zone';
import type { WallClock } from '../time-zones/wall-clock';

/** The meaning of a date text. With an offset or as seconds it is one instant; otherwise it is a wall clock in any zone. */
export type DateReading = { readonly wall: WallClock } | { readonly instant: Date };

/** The wall clock in the zone. A wall clock stays as written, even if the zone skips that hour. */
export const wallOf = (reading: DateReading, zone: TimeZone): WallClock =>
  'wall' in reading ? reading.wall : toWallClock(reading.instant, zone);

/** The instant; a wall clock is read in the zone. */
export const instantOf = (reading: DateReading, zone: TimeZone): Date =>
  'wall' in reading ? toInstant(reading.wall, zone) : reading.instant;
