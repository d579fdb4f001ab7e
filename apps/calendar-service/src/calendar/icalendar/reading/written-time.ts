import { toInstant, toWallClock } from '../../time-zones/conversion';
import { type TimeZone, UTC } from '../../time-zones/time-zone';
import { clockTime, isWallClock, isWritable, startOfDay, type WallClock } from '../../time-zones/wall-clock';
import { datedPartsOf } from '../line-parts';
import type { FileZones } from './file-zones';
import { EventFault } from './split-file';
import { dayOfMidnight } from './written-clock';

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
