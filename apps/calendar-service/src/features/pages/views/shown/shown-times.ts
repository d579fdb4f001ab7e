import { type Day, longDay } from '../../days';
import type { ShownEvent } from './shown-event';

type Times = Pick<ShownEvent, 'allDay' | 'firstDay' | 'lastDay' | 'start' | 'end' | 'zone' | 'otherClock'>;

/** From when to when an event takes place, in full. */
export function timesOf(event: Times): string {
  const { allDay, firstDay, lastDay, zone } = event;
  if (allDay)
    return firstDay === lastDay ? `${longDay(firstDay)}, all day` : `${longDay(firstDay)} – ${longDay(lastDay)}`;
  return `${longDay(firstDay)}, ${hoursOf(event)}, ${zone}`;
}

/** The same for a row that already shows this day, on a page that names its clock. */
export function timesBeside(day: Day, event: Times): string {
  const { allDay, firstDay, lastDay, zone, otherClock } = event;
  const clock = otherClock === '' ? '' : `, ${zone}`;
  if (allDay && firstDay === lastDay) return 'All day';
  if (allDay) return day === firstDay ? `Until ${longDay(lastDay)}` : timesOf(event);
  return `${day === firstDay ? '' : `${longDay(firstDay)}, `}${hoursOf(event)}${clock}`;
}

/** `10:00 – 11:30`; the end names its day when it is another one. An event that ends at midnight does not take place on the next day. */
function hoursOf({ firstDay, lastDay, start, end }: Times): string {
  const [from, until] = [start.slice(11, 16), end.slice(11, 16)];
  if (end === start) return from;
  return `${from} – ${lastDay === firstDay ? until : `${longDay(end.slice(0, 10))}, ${until}`}`;
}
