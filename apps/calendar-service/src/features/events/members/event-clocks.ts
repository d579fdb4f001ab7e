import { toWallClock } from '../../../calendar/time-zones/conversion';
import { UTC } from '../../../calendar/time-zones/time-zone';
import { storedZone } from '../../../calendar/time-zones/stored-zone';

/** A moment as two members: `name` in the time zone, and `name_utc`. Both are null without a moment. */
export function clocksOf(name: string, instant: Date | null, timezone: string) {
  return {
    [name]: instant && toWallClock(instant, storedZone(timezone)),
    [`${name}_utc`]: instant && toWallClock(instant, UTC),
  };
}
