import { toInstant, toWallClock } from '../time-zones/conversion';
import type { TimeZone } from '../time-zones/time-zone';
import type { WallClock } from '../time-zones/wall-clock';

/** What a date text says: a time on some wall, or, when it brings its own offset or counts seconds, one instant everywhere. */
export type DateReading = { readonly wall: WallClock } | { readonly instant: Date };

/** The clock in the zone. A wall clock stays as written, even if the zone skips that hour. */
export const wallOf = (reading: DateReading, zone: TimeZone): WallClock =>
  'wall' in reading ? reading.wall : toWallClock(reading.instant, zone);

/** The instant, a wall clock being that of the zone. */
export const instantOf = (reading: DateReading, zone: TimeZone): Date =>
  'wall' in reading ? toInstant(reading.wall, zone) : reading.instant;
