import { toWallClock } from '../../domain/time-zones/conversion';
import { UTC } from '../../domain/time-zones/time-zone';
import { storedZone } from '../../domain/time-zones/stored-zone';

/** A moment as `name` on the zone's clock and `name_utc`; both are null where there is none. */
export function clocksOf(name: string, instant: Date | null, timezone: string) {
  return {
    [name]: instant && toWallClock(instant, storedZone(timezone)),
    [`${name}_utc`]: instant && toWallClock(instant, UTC),
  };
}
