import { toWallClock } from '../../domain/time-zones/conversion';
import { UTC } from '../../domain/time-zones/time-zone';
import type { EventRow } from './event-row';
import { storedZone } from '../../domain/time-zones/stored-zone';

/** A moment of what hangs on an event, as `name` on the event's clock and `utc_name` in UTC; null where there is none. */
export function clocksOf(name: string, instant: Date | null, { timezone }: Pick<EventRow, 'timezone'>) {
  return {
    [name]: instant && toWallClock(instant, storedZone(timezone)),
    [`utc_${name}`]: instant && toWallClock(instant, UTC),
  };
}
