import { clockIn, type WrittenClock } from '../../../calendar/icalendar/reading/written-clock';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import { startOfDay, type WallClock } from '../../../calendar/time-zones/wall-clock';
import type { EventRow } from '../../events/event-row';

/** The start of the occurrence that the file names, on the clock of its series. */
export function startIn({ timezone, allDay }: Pick<EventRow, 'timezone' | 'allDay'>, written: WrittenClock): WallClock {
  const clock = clockIn(written, storedZone(timezone));
  return allDay ? startOfDay(clock) : clock;
}
