import { toInstant, toWallClock } from '../../time-zones/conversion';
import { storedZone } from '../../time-zones/stored-zone';
import { type TimeZone, UTC } from '../../time-zones/time-zone';
import {
  clockAt,
  clockTime,
  DAY_MS,
  isWallClock,
  isWritable,
  startOfDay,
  type WallClock,
  wallClock,
} from '../../time-zones/wall-clock';
import { datedPartsOf } from '../line-parts';
import type { FileZones } from './file-zones';
import { EventFault } from './split-file';

/** A date or time of a file, in both meanings that it can have for a series. It can be copied to another thread. */
export interface WrittenClock {
  readonly clock: WallClock;
  /** Name of the zone that the clock is in; undefined for a day. */
  readonly zone: string | undefined;
  /** The day that it names in a series of whole days, which is the same in every zone. */
  readonly day: WallClock;
}

/** From 11:00 in UTC on, it is the next day in New Zealand's summer. */
const NEXT_DAY_AFTER_MS = 11 * 3_600_000;

/**
 * The day whose midnight a program wrote in UTC, for all zones from -10:59 to +13:00. The zone of the site plays no part: it may be another one than
 * the writer's.
 */
export const dayOfMidnight = (inUtc: WallClock): WallClock =>
  startOfDay(clockAt(clockTime(inUtc) + DAY_MS - NEXT_DAY_AFTER_MS));

/** The event or series that a date or time of a file belongs to. */
interface Series {
  readonly start: WallClock;
  readonly timezone: string;
  readonly allDay: boolean;
}

/**
 * The start that the file names, on the clock of the series. In a timed series, a day means the occurrence at the time of its start.
 * A time in an hour that the zone skips is the one after the gap.
 */
export function clockIn({ clock, zone, day }: WrittenClock, { start, timezone, allDay }: Series): WallClock {
  if (allDay) return day;
  if (zone === undefined) return wallClock(`${day.slice(0, 10)} ${start.slice(11)}`);
  return toWallClock(toInstant(clock, storedZone(zone)), storedZone(timezone));
}

/** A date or time as it is written. */
export interface WrittenTime {
  readonly clock: WallClock;
  /** The day that it names for events of whole days. */
  readonly day: WallClock;
  readonly isDay: boolean;
  readonly isUtc: boolean;
  /** TZID of a local time. */
  readonly zoneId?: string | undefined;
  /** Of a day: a time stands behind it, which is not read. */
  readonly isCut: boolean;
  /** The end or the duration of a period. */
  readonly until?: string | undefined;
  /** The content line that it is of. */
  readonly line: string;
}

/** Dates and times are in capitals or not (RFC 5234, 2.3). */
const FORM = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/i;

/** Names of UTC that programs write as TZID. */
const UTC_ID = /(?:^|\/)(?:UTC|GMT|Zulu)$/i;

/** The values of a content line, each as it is written. A period is its start (RFC 5545, 3.8.5.2). Empty ones say nothing. */
export function valuesOfLine(line: string): string[] {
  return datedPartsOf(line)
    .value.split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/**
 * One value of a content line. A date without VALUE=DATE is a day, too.
 * @throws EventFault with the text that is no date
 */
export function writtenTime(line: string, value: string, zones: FileZones): WrittenTime {
  const { name, parameters } = datedPartsOf(line);
  const [start = '', until] = value.split('/');
  const [, year, month, date, hour, minute, second = '', utc] = FORM.exec(start) ?? fault(name, value);
  const isDate = /^DATE$/i.test(parameterOf(parameters, 'VALUE') ?? '');
  const midnight = clockOf(`${year}-${month}-${date} 00:00:00`) ?? fault(name, value);
  if (hour === undefined || isDate)
    return { clock: midnight, day: midnight, isDay: true, isUtc: false, isCut: hour !== undefined, until, line };
  // A leap second is the last one of its minute.
  const clock =
    clockOf(`${midnight.slice(0, 10)} ${hour}:${minute}:${second.replace('60', '59')}`) ?? fault(name, value);
  const zoneId = utc ? undefined : parameterOf(parameters, 'TZID');
  const day = utc || (zoneId !== undefined && UTC_ID.test(zoneId)) ? dayInUtc(clock, zones) : startOfDay(clock);
  return { clock, day, isDay: false, isUtc: Boolean(utc), zoneId, isCut: false, until, line };
}

/** @returns undefined for a day @throws EventFault for an unknown zone */
export function zoneOf({ isDay, isUtc, zoneId }: WrittenTime, zones: FileZones): TimeZone | undefined {
  if (isDay) return undefined;
  if (isUtc) return UTC;
  if (zoneId === undefined || zoneId === '') return zones.floating;
  const zone = zones.named(zoneId);
  if (zone === undefined) throw new EventFault(zones.whyUnknown(zoneId));
  return zone;
}

/**
 * The day whose midnight a program wrote in UTC. It is midnight in the zone of the file, if the file names one alone. Otherwise it is that
 * of the nearest midnight.
 */
export function dayInUtc(clock: WallClock, zones: FileZones): WallClock {
  if (clock.endsWith(' 00:00:00')) return clock;
  const local = zones.home && toWallClock(toInstant(clock, UTC), zones.home);
  return local?.endsWith(' 00:00:00') ? local : dayOfMidnight(clock);
}

const clockOf = (text: string): WallClock | undefined =>
  isWallClock(text) && isWritable(clockTime(text)) ? text : undefined;

/** A parameter of a content line without its quotes. */
function parameterOf(parameters: readonly string[], name: string): string | undefined {
  const found = parameters.find((parameter) => parameter.slice(0, name.length + 1).toUpperCase() === `${name}=`);
  return found?.slice(name.length + 1).replaceAll('"', '');
}

function fault(name: string, value: string): never {
  throw new EventFault(`${name.toUpperCase()} has no date that exists: ${value.slice(0, 100)}`);
}
