import ICAL from 'ical.js';
import { toInstant, toWallClock } from '../../time-zones/conversion';
import type { TimeZone } from '../../time-zones/time-zone';
import { clockAt, clockTime, DAY_MS, endOfDay, isWallClock, isWritable } from '../../time-zones/wall-clock';
import { basicDay } from '../basic-clock';
import type { CalendarTimes, CalendarRecurrence } from '../calendar-event';
import { datedPartsOf, partsOf } from '../line-parts';
import type { EventLines } from './event-lines';
import type { FileZones } from './file-zones';
import { EventFault } from './split-file';
import {
  clockIn,
  dayInUtc,
  valuesOfLine,
  type WrittenClock,
  type WrittenTime,
  writtenTime,
  zoneOf,
} from './written-time';

/** Properties by which programs say that the times of an event are days. Exchange writes midnights in the zone of its user. */
const WHOLE_DAYS = ['X-MICROSOFT-CDO-ALLDAYEVENT', 'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT', 'X-FUNAMBOL-ALLDAY'];

/** DTSTART with DTEND or DURATION (RFC 5545, 3.6.1). All-day events get the zone that the file names, or else the site's. */
export function readTimes(event: EventLines, zones: FileZones): { times: CalendarTimes; isZoneNamed: boolean } {
  const start = first(event, 'DTSTART', zones) ?? fault('It has no DTSTART.');
  const end = first(event, 'DTEND', zones);
  const isMarked = WHOLE_DAYS.some((name) => /^(?:TRUE|1)$/i.test(event.text(name) ?? ''));
  const duration = end ? undefined : durationOf(event);
  if (end && event.lines('DURATION').length > 0) event.leftOut.add('duration');
  if (duration?.isNegative === true) fault('Its DURATION makes no sense.');
  if (start.isDay || isMarked) {
    if (end && end.isDay !== start.isDay && !isMarked) fault('DTSTART and DTEND must both be days, or both be times.');
    const times = wholeDays(start, end, duration, zones.floating);
    return { times: { ...inOrder(times), timezone: zones.floating.name, allDay: true }, isZoneNamed: false };
  }
  if (end?.isDay === true) fault('DTSTART and DTEND must both be days, or both be times.');
  const own = start.isUtc ? event.text('X-ALMANAC-TZID') : undefined;
  const named = own === undefined ? undefined : zones.named(own);
  const written = zoneOf(start, zones) ?? zones.floating;
  const zone = named ?? written;
  const startUtc = toInstant(start.clock, written);
  const until = end && toInstant(end.clock, zoneOf(end, zones) ?? zone);
  const times = { start: toWallClock(startUtc, zone), startUtc, ...endOf(startUtc, until, duration, zone) };
  return {
    times: { ...inOrder(times), timezone: zone.name, allDay: false },
    isZoneNamed: !start.isUtc || named !== undefined,
  };
}

function inOrder<T extends { startUtc: Date; endUtc: Date }>(times: T): T {
  return times.endUtc < times.startUtc ? fault('It ends before it starts.') : times;
}

const MAX_DATES = 1_000;

/** EXDATE or RDATE. Values that are no dates are left out, and so are lengths of periods, because all occurrences last equally long. */
function readDates(
  event: EventLines,
  name: 'EXDATE' | 'RDATE',
  times: CalendarTimes,
  zones: FileZones,
): WrittenClock[] {
  const written = event.lines(name).map((line) => [line, valuesOfLine(line)] as const);
  if (written.reduce((sum, [, values]) => sum + values.length, 0) > MAX_DATES)
    fault(`It has more than ${MAX_DATES} dates in ${name}.`);
  return written.flatMap(([line, values]) =>
    values.flatMap((value) => {
      try {
        const time = writtenTime(line, value, zones);
        if (time.isCut || !lastsAsLong(time, times, zones)) event.leftOut.add(name.toLowerCase());
        return { clock: time.clock, zone: times.allDay ? undefined : zoneOf(time, zones)?.name, day: time.day };
      } catch (failure) {
        if (!(failure instanceof EventFault)) throw failure;
        event.leftOut.add(name.toLowerCase());
        return [];
      }
    }),
  );
}

/** RECURRENCE-ID. A midnight in an unknown zone is a day, because programs write days of a series so. */
export function readReplaced(event: EventLines, zones: FileZones): WrittenClock | undefined {
  const time = first(event, 'RECURRENCE-ID', zones);
  if (!time) return undefined;
  const { clock, day, zoneId } = time;
  const isUnknown = zoneId !== undefined && zones.named(zoneId) === undefined;
  return { clock, day, zone: isUnknown && clock === day ? undefined : zoneOf(time, zones)?.name };
}

/** A moment in UTC, such as LAST-MODIFIED; undefined if it is malformed. */
export function readMoment(event: EventLines, name: string, zones: FileZones): Date | undefined {
  try {
    const time = first(event, name, zones);
    return time && new Date(clockTime(time.clock));
  } catch (failure) {
    if (!(failure instanceof EventFault)) throw failure;
    return undefined;
  }
}

/** The first value of the first line of a name. */
function first(event: EventLines, name: string, zones: FileZones): WrittenTime | undefined {
  const [line] = event.lines(name);
  if (line === undefined) return undefined;
  const time = writtenTime(line, datedPartsOf(line).value.trim(), zones);
  if (time.isCut) event.leftOut.add(name.toLowerCase());
  return time;
}

/** DTEND is the day after the last one. Without an end or a duration, the event lasts one day. */
function wholeDays(
  { day }: WrittenTime,
  end: WrittenTime | undefined,
  duration: ICAL.Duration | undefined,
  zone: TimeZone,
) {
  const length = duration ? Math.round((duration.toSeconds() * 1_000) / DAY_MS) : 1;
  const behind = end ? dayBehind(end) : clockTime(day) + Math.max(1, length) * DAY_MS;
  const last = Math.max(behind - DAY_MS, clockTime(day));
  if (!isWritable(last)) fault('It lasts too long.');
  const [start, until] = [day, endOfDay(clockAt(last))];
  return { start, end: until, startUtc: toInstant(start, zone), endUtc: toInstant(until, zone) };
}

/** A local end that is no midnight, such as 23:59:59, lies within the last day. */
const dayBehind = ({ clock, day, isUtc }: WrittenTime): number =>
  clockTime(day) + (isUtc || clock === day ? 0 : DAY_MS);

/** Weeks and days move the wall clock; hours are elapsed time. Without an end or a duration, the event ends when it starts. */
function endOf(startUtc: Date, end: Date | undefined, duration: ICAL.Duration | undefined, zone: TimeZone) {
  if (end) return { endUtc: end, end: toWallClock(end, zone) };
  const { weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0 } = duration ?? {};
  const day = clockTime(toWallClock(startUtc, zone)) + (weeks * 7 + days) * DAY_MS;
  if (!isWritable(day)) fault('Its DURATION makes no sense.');
  const endUtc = new Date(toInstant(clockAt(day), zone).getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1_000);
  if (!isWritable(endUtc.getTime())) fault('Its DURATION makes no sense.');
  return { endUtc, end: toWallClock(endUtc, zone) };
}

function durationOf(event: EventLines): ICAL.Duration | undefined {
  const [line] = event.lines('DURATION');
  if (line === undefined) return undefined;
  const text = partsOf(line).value.trim();
  return parsedDuration(text) ?? fault(`DURATION has an invalid value: ${text.slice(0, 100)}`);
}

function parsedDuration(text: string): ICAL.Duration | undefined {
  try {
    return ICAL.Duration.fromString(text.toUpperCase());
  } catch {
    return undefined;
  }
}

/** Whether a period lasts as long as the event; other values do. */
function lastsAsLong(time: WrittenTime, { startUtc, endUtc, allDay }: CalendarTimes, zones: FileZones): boolean {
  if (time.until === undefined) return true;
  if (allDay) return false;
  const length = (endUtc.getTime() - startUtc.getTime()) / 1_000;
  const duration = /^[+-]?P/i.test(time.until) ? parsedDuration(time.until) : undefined;
  if (duration) return duration.toSeconds() === length;
  const end = writtenTime(time.line, time.until, zones);
  const [from, to] = [time, end].map((one) => toInstant(one.clock, zoneOf(one, zones) ?? zones.floating).getTime());
  return from !== undefined && to !== undefined && (to - from) / 1_000 === length;
}

function fault(message: string): never {
  throw new EventFault(message);
}

/** How an event repeats; undefined when it does not. Does not validate the rule. */
export function readRecurrenceLines(
  event: EventLines,
  times: CalendarTimes,
  zones: FileZones,
): CalendarRecurrence | undefined {
  const rules = rulesOf(event, 'RRULE', times, zones);
  if (rules.length > 1) throw new EventFault('It has two rules of recurrence.');
  const [without = [], besides = []] = (['EXDATE', 'RDATE'] as const).map((name) =>
    [...new Set(readDates(event, name, times, zones).map((written) => clockIn(written, times)))].sort(),
  );
  const exrules = rulesOf(event, 'EXRULE', times, zones);
  if (rules.length === 0 && besides.length === 0) return undefined;
  return { rule: rules[0] ?? null, ...(exrules.length > 0 && { exrules }), without, besides };
}

/** Equal rules once: programs write the line of a rule twice. */
function rulesOf(event: EventLines, name: 'RRULE' | 'EXRULE', { allDay }: CalendarTimes, zones: FileZones): string[] {
  const texts = event.lines(name).map((line) => line.slice(line.indexOf(':') + 1).trim());
  const rules = allDay ? texts.map((text) => withUntilDay(text, zones)) : texts;
  return [...new Map(rules.map((rule) => [partsInOrder(rule), rule])).values()];
}

const partsInOrder = (rule: string): string =>
  rule.replace(/\s+/g, '').toUpperCase().split(';').filter(Boolean).sort().join(';');

const UNTIL = /(?<=^|;)(\s*UNTIL=)(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)(?=\s*(?:;|$))/i;

/** The rule of a series of whole days with the day of its UNTIL, which many programs write as a time. */
const withUntilDay = (rule: string, zones: FileZones): string =>
  rule.replace(UNTIL, (text, name: string, ...[year, month, date, hour, minute, second, utc]: string[]) => {
    const clock = `${year}-${month}-${date} ${hour}:${minute}:${second}`;
    if (!isWallClock(clock) || !isWritable(clockTime(clock))) return text;
    if (utc === '') return `${name}${year}${month}${date}`;
    // The last second of a day belongs to it: the midnight behind it begins the next day.
    const isLast = second === '59';
    const day = dayInUtc(isLast ? clockAt(clockTime(clock) + 1_000) : clock, zones);
    return `${name}${basicDay(isLast ? clockAt(clockTime(day) - DAY_MS) : day)}`;
  });
