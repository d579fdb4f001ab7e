import { clockIn, type WrittenClock } from '../../../calendar/icalendar/reading/written-time';
import type { WallClock } from '../../../calendar/time-zones/wall-clock';
import type { EventRow } from '../../events/rows/event-row';

type Series = Pick<EventRow, 'startsLocal' | 'timezone' | 'allDay'>;

/** The start of the occurrence that the file names, on the clock of its series. */
export const startIn = ({ startsLocal, timezone, allDay }: Series, written: WrittenClock): WallClock =>
  clockIn(written, { start: startsLocal, timezone, allDay });
