import { toWallClock } from '../time-zones/conversion';
import { UTC } from '../time-zones/time-zone';
import { clockAt, clockTime, DAY_MS, type WallClock } from '../time-zones/wall-clock';

/** `20310501T100000` */
export const basicClock = (clock: WallClock): string => clock.replace(/[-:]/g, '').replace(' ', 'T');

/** `20310501` */
export const basicDay = (clock: WallClock): string => basicClock(clock).slice(0, 8);

/** `20310501T080000Z` */
export const basicInstant = (instant: Date): string => `${basicClock(toWallClock(instant, UTC))}Z`;

export const dayAfter = (clock: WallClock): WallClock => clockAt(clockTime(clock) + DAY_MS);
