import { abbreviationAt } from '../../../calendar/time-zones/abbreviation';
import { toInstant } from '../../../calendar/time-zones/conversion';
import type { TimeZone } from '../../../calendar/time-zones/time-zone';
import { endOfDay, startOfDay, type WallClock } from '../../../calendar/time-zones/wall-clock';

/** The dates of an event: its own clock, the instants, and the values derived from them. */
export interface EventDates {
  readonly start: WallClock;
  readonly end: WallClock;
  readonly startUtc: Date;
  readonly endUtc: Date;
  /** The name of the event's zone. */
  readonly timezone: string;
  /** Abbreviation of the zone at the start. */
  readonly timezoneAbbr: string;
  /** Elapsed seconds, 0 or more: 82,799 for an all-day event on a day of 23 hours. */
  readonly durationSeconds: number;
  readonly allDay: boolean;
}

/** The refused parameters, by their names in the API. */
export interface RefusedEventDates {
  readonly refused: readonly EventDatesParameter[];
  /** A sentence that holds for all of them. */
  readonly reason: string;
}
export type EventDatesParameter = 'start_date' | 'end_date' | 'timezone';

/** One point in time, on the event's clock and in UTC. */
export interface Moment {
  readonly wall: WallClock;
  readonly utc: Date;
}

/**
 * Rounds an all-day event to whole days and derives the other values (calendar-behaviour §7.2). No event may end before it starts; its duration may be 0.
 * @param culprit the parameter to name when the end would come before the start
 */
export function eventDates(
  start: Moment,
  end: Moment,
  allDay: boolean,
  zone: TimeZone,
  culprit: EventDatesParameter,
): EventDates | RefusedEventDates {
  const [first, last] = allDay ? [at(startOfDay(start.wall), zone), at(endOfDay(end.wall), zone)] : [start, end];
  if (last.utc < first.utc) return { refused: [culprit], reason: 'The event would end before it starts.' };
  return {
    start: first.wall,
    end: last.wall,
    startUtc: first.utc,
    endUtc: last.utc,
    timezone: zone.name,
    timezoneAbbr: abbreviationAt(first.utc, zone),
    durationSeconds: (last.utc.getTime() - first.utc.getTime()) / 1000,
    allDay,
  };
}

/** Keeps the clock as it is: where midnight does not exist, the whole day still begins at 00:00:00. */
const at = (wall: WallClock, zone: TimeZone): Moment => ({ wall, utc: toInstant(wall, zone) });
