import ICAL from 'ical.js';
import { toInstant, toWallClock } from '../../time-zones/conversion';
import { type TimeZone, UTC } from '../../time-zones/time-zone';
import {
  clockAt,
  clockTime,
  DAY_MS,
  endOfDay,
  isWallClock,
  isWritable,
  startOfDay,
  type WallClock,
} from '../../time-zones/wall-clock';
import type { CalendarTimes } from '../calendar-event';
import { EventFault } from './split-file';
import type { FileZones } from './file-zones';
import { firstValueOf, writtenValues } from './parsed-lines';
import type { WrittenClock } from './written-clock';

/** A date or time as it is written. */
interface Written {
  clock: WallClock;
  isDay: boolean;
  /** Zone of the clock; undefined for a day. */
  zone: TimeZone | undefined;
  isUtc: boolean;
}

/** DTSTART with DTEND or DURATION (RFC 5545, 3.6.1). All-day events get the zone that the file names, or else the site's. */
export function readTimes(vevent: ICAL.Component, zones: FileZones): { times: CalendarTimes; isZoneNamed: boolean } {
  const start = first(vevent, 'dtstart', zones) ?? fault('It has no DTSTART.');
  const end = first(vevent, 'dtend', zones);
  if (end && end.isDay !== start.isDay) fault('DTSTART and DTEND must both be days, or both be times.');
  const own = start.isUtc ? firstValueOf(vevent, 'x-almanac-tzid') : undefined;
  const named = typeof own === 'string' ? zones.named(own) : undefined;
  const zone = named ?? start.zone ?? zones.floating;
  const startUtc = toInstant(start.clock, start.zone ?? zone);
  const duration = durationOf(vevent);
  if (!end && duration?.isNegative === true) fault('Its DURATION makes no sense.');
  const times = start.isDay
    ? wholeDays(start, end, duration, zone)
    : { start: toWallClock(startUtc, zone), startUtc, ...endOf(startUtc, end, duration, zone) };
  if (times.endUtc < times.startUtc) fault('It ends before it starts.');
  return {
    times: { ...times, timezone: zone.name, allDay: start.isDay },
    isZoneNamed: !start.isDay && (!start.isUtc || named !== undefined),
  };
}

const MAX_CLOCKS = 1_000;

/** The values of all properties of a name. */
export function readClocks(vevent: ICAL.Component, name: string, zones: FileZones): WrittenClock[] {
  const properties = vevent.getAllProperties(name);
  const count = properties.reduce((sum, property) => sum + writtenValues(property).length, 0);
  if (count > MAX_CLOCKS) fault(`It has more than ${MAX_CLOCKS} dates in ${name.toUpperCase()}.`);
  return properties.flatMap((property) =>
    writtenOf(property, zones).map(({ clock, zone }) => ({ clock, zone: zone?.name })),
  );
}

/** A moment in UTC, such as LAST-MODIFIED. */
export function readMoment(vevent: ICAL.Component, name: string): Date | undefined {
  const time = firstValueOf(vevent, name);
  if (!(time instanceof ICAL.Time)) return undefined;
  const moment = new Date(Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second));
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

function first(vevent: ICAL.Component, name: string, zones: FileZones): Written | undefined {
  const property = vevent.getFirstProperty(name);
  return property ? writtenOf(property, zones).at(0) : undefined;
}

function writtenOf(property: ICAL.Property, zones: FileZones): Written[] {
  const id: unknown = property.getFirstParameter('tzid');
  return writtenValues(property).map((value) => {
    const [, day = '', time, utc] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(Z?))?$/.exec(value) ?? [];
    if (time === undefined)
      return { clock: clockOf(`${day} 00:00:00`, property), isDay: true, zone: undefined, isUtc: false };
    // A leap second is the last one of its minute.
    const clock = clockOf(`${day} ${time.replace(/60$/, '59')}`, property);
    if (utc === 'Z') return { clock, isDay: false, zone: UTC, isUtc: true };
    const named = typeof id === 'string' && id !== '';
    const zone = named ? (zones.named(id) ?? fault(zones.whyUnknown(id))) : zones.floating;
    return { clock, isDay: false, zone, isUtc: false };
  });
}

function clockOf(text: string, { name }: ICAL.Property): WallClock {
  if (!isWallClock(text) || !isWritable(clockTime(text)))
    return fault(`${name.toUpperCase()} has no date that exists.`);
  return text;
}

/** DTEND is the day after the last one. Without an end or a duration, the event lasts one day. */
function wholeDays({ clock }: Written, end: Written | undefined, duration: ICAL.Duration | undefined, zone: TimeZone) {
  const length = duration ? Math.round((duration.toSeconds() * 1_000) / DAY_MS) : 1;
  const behind = end ? clockTime(end.clock) : clockTime(clock) + Math.max(1, length) * DAY_MS;
  const last = Math.max(behind - DAY_MS, clockTime(clock));
  if (!isWritable(last)) fault('It lasts too long.');
  const [start, until] = [startOfDay(clock), endOfDay(clockAt(last))];
  return { start, end: until, startUtc: toInstant(start, zone), endUtc: toInstant(until, zone) };
}

/** Weeks and days move the wall clock; hours are elapsed time. Without an end or a duration, the event ends when it starts. */
function endOf(startUtc: Date, end: Written | undefined, duration: ICAL.Duration | undefined, zone: TimeZone) {
  if (end) {
    const endUtc = toInstant(end.clock, end.zone ?? zone);
    return { endUtc, end: toWallClock(endUtc, zone) };
  }
  const { weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0 } = duration ?? {};
  const day = clockTime(toWallClock(startUtc, zone)) + (weeks * 7 + days) * DAY_MS;
  if (!isWritable(day)) fault('Its DURATION makes no sense.');
  const endUtc = new Date(toInstant(clockAt(day), zone).getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1_000);
  if (!isWritable(endUtc.getTime())) fault('Its DURATION makes no sense.');
  return { endUtc, end: toWallClock(endUtc, zone) };
}

function durationOf(vevent: ICAL.Component): ICAL.Duration | undefined {
  const value = firstValueOf(vevent, 'duration');
  return value instanceof ICAL.Duration ? value : undefined;
}

function fault(message: string): never {
  throw new EventFault(message);
}
