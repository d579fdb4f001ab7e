// Dates of events that depend on each other (calendar-behaviour §7.1, §7.2), as pure functions: no HTTP, no database, no clock.
import { abbreviationAt } from '../../../calendar/time-zones/zone-labels';
import { toInstant, toWallClock } from '../../../calendar/time-zones/conversion';
import { parseTimeZone, type TimeZone } from '../../../calendar/time-zones/time-zone';
import {
  clockAt,
  clockTime,
  endOfDay,
  isWritable,
  startOfDay,
  type WallClock,
} from '../../../calendar/time-zones/wall-clock';
import { type DateReading, instantOf } from '../../../calendar/dates/date-reading';
import { parseDateText } from '../../../calendar/dates/parse-date-text';

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
type EventDatesParameter = 'start_date' | 'end_date' | 'timezone';

/** One point in time, on the event's clock and in UTC. */
interface Moment {
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

interface NewEventDates {
  readonly start: string;
  readonly end: string;
  /** Empty or absent: the site's zone. */
  readonly timezone?: string | undefined;
  readonly allDay?: boolean | undefined;
}

/** Absent members stay unchanged. */
export type ChangedEventDates = { [K in keyof NewEventDates]?: NewEventDates[K] | undefined };
export type StoredEventDates = Pick<EventDates, 'start' | 'end' | 'startUtc' | 'endUtc' | 'timezone' | 'allDay'>;

export interface EventDatesContext {
  readonly siteZone: TimeZone;
  readonly now: Date;
}

/**
 * The dates of a new event (calendar-behaviour §7.2). Start and end are read on the clock of the event's zone. Epoch seconds and texts with an
 * offset are instants, which are converted to that zone. `2031-03-30 02:30` in Rome does not exist and becomes 03:30.
 * @returns the dates, or every parameter that is refused
 */
export function newEventDates(
  input: NewEventDates,
  { siteZone, now }: EventDatesContext,
): EventDates | RefusedEventDates {
  const zone = parseTimeZone(input.timezone ?? '', siteZone);
  const [start, end] = [input.start, input.end].map((text) => parseDateText(text, zone ?? siteZone, now));
  if (!zone || !start || !end) return refusal({ start_date: start, end_date: end, timezone: zone });
  return eventDates(momentOf(start, zone), momentOf(end, zone), input.allDay ?? false, zone, 'end_date');
}

/**
 * The dates of an event after a partial update (calendar-behaviour §7.1). A new zone alone keeps the clock and moves the instants. A new start alone
 * moves the end along and keeps the duration on the clock.
 * @returns the dates, or every parameter that is refused
 */
export function changedEventDates(
  input: ChangedEventDates,
  existing: StoredEventDates,
  { siteZone, now }: EventDatesContext,
): EventDates | RefusedEventDates {
  const zone = parseTimeZone(input.timezone ?? existing.timezone, siteZone);
  const read = (text: string | undefined): DateReading | 'unchanged' | undefined =>
    text === undefined ? 'unchanged' : parseDateText(text, zone ?? siteZone, now);
  const [start, end] = [read(input.start), read(input.end)];
  if (!zone || !start || !end) return refusal({ start_date: start, end_date: end, timezone: zone });

  const allDay = input.allDay ?? existing.allDay;
  const stored = storedMoments(existing, zone);
  const first = start === 'unchanged' ? stored.start : momentOf(start, zone);
  if (end !== 'unchanged') return eventDates(first, momentOf(end, zone), allDay, zone, 'end_date');
  if (start === 'unchanged') return eventDates(first, stored.end, allDay, zone, 'timezone');

  const length = clockTime(existing.end) - clockTime(existing.start);
  const last = clockTime(allDay ? startOfDay(first.wall) : first.wall) + length;
  if (!isWritable(last))
    return { refused: ['start_date'], reason: 'The event would end after the last possible year.' };
  return eventDates(first, momentOf({ wall: clockAt(last) }, zone), allDay, zone, 'start_date');
}

function refusal(found: Record<EventDatesParameter, unknown>): RefusedEventDates {
  const names = ['start_date', 'end_date', 'timezone'] as const;
  return {
    refused: names.filter((name) => found[name] === undefined),
    reason: 'This is not a valid date or time zone.',
  };
}

function momentOf(reading: DateReading, zone: TimeZone): Moment {
  const utc = instantOf(reading, zone);
  return { wall: toWallClock(utc, zone), utc };
}

/** In an unchanged zone the stored instants are kept: in an hour that comes twice, the clock alone is ambiguous. */
function storedMoments(existing: StoredEventDates, zone: TimeZone): { start: Moment; end: Moment } {
  if (zone.name !== existing.timezone)
    return { start: momentOf({ wall: existing.start }, zone), end: momentOf({ wall: existing.end }, zone) };
  return { start: { wall: existing.start, utc: existing.startUtc }, end: { wall: existing.end, utc: existing.endUtc } };
}
