import { addDays, type Day, dayAndMonth } from '../../days';
import type { ShownEvent } from './shown-event';

/** The event on one of its days. */
export interface PlacedEvent extends ShownEvent {
  /** `10:00`; `until 3 May` for further days and whole days; empty for the last of them. */
  label: string;
  /** Whether it also takes place on the day before, and on the day after. */
  cameOver: boolean;
  goesOn: boolean;
}

/** The events of each day. Whole days, and events of several days, come first, so that they form a row. */
export function placeOnDays(events: readonly ShownEvent[], days: readonly Day[]): Map<Day, PlacedEvent[]> {
  const placed = new Map<Day, PlacedEvent[]>(days.map((day) => [day, []]));
  const [first = '', last = ''] = [days[0], days.at(-1)];
  for (const event of events) {
    const end = event.lastDay < last ? event.lastDay : last;
    for (let day = event.firstDay > first ? event.firstDay : first; day <= end; day = addDays(day, 1))
      placed
        .get(day)
        ?.push({ ...event, label: labelOn(day, event), cameOver: day > event.firstDay, goesOn: day < event.lastDay });
  }
  for (const ofDay of placed.values()) ofDay.sort(byTime);
  return placed;
}

function labelOn(day: Day, { firstDay, lastDay, time }: ShownEvent): string {
  if (day === firstDay && time !== '') return time;
  return day < lastDay ? `until ${dayAndMonth(lastDay)}` : '';
}

const byTime = (one: PlacedEvent, other: PlacedEvent): number =>
  hourOf(one).localeCompare(hourOf(other)) || one.firstDay.localeCompare(other.firstDay) || one.id - other.id;

const hourOf = ({ firstDay, lastDay, time }: PlacedEvent): string => (lastDay > firstDay ? '' : time);
