import { toInstant } from '../../time-zones/conversion';
import { storedZone } from '../../time-zones/stored-zone';
import { UTC } from '../../time-zones/time-zone';
import type { WallClock } from '../../time-zones/wall-clock';
import { basicClock, basicDay, basicInstant, dayAfter } from '../basic-clock';
import type { CalendarEvent, CalendarTimes, CalendarRecurrence, ReplacedOccurrence } from '../calendar-event';
import { blocksOf, harmlessLines, wellFormedBlocks } from '../kept-forms';
import { isKept, type KeptLines } from '../kept-lines';
import { lineHead, lineName, partsOf } from '../line-parts';
import { isUnambiguous, zoneId } from '../zone-ids';
import { contentLine, textValue, textValues } from './content-line';

export interface CalendarHead {
  readonly name: string;
  readonly description: string;
  /** Address at which people see these events. */
  readonly url: string;
}

/** Refresh interval that subscribers should use. */
const EVERY = 'PT1H';

/** The lines before zones and events (calendar-behaviour §10). */
export function writeHead({ name, description, url }: CalendarHead): string {
  return [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', '-//Almanac//Calendar//EN'),
    contentLine('CALSCALE', 'GREGORIAN'),
    contentLine('METHOD', 'PUBLISH'),
    contentLine('X-WR-CALNAME', textValue(name)),
    contentLine('X-ORIGINAL-URL', url),
    contentLine('X-WR-CALDESC', textValue(description)),
    contentLine('REFRESH-INTERVAL', EVERY, { VALUE: 'DURATION' }),
    contentLine('X-PUBLISHED-TTL', EVERY),
  ].join('');
}

export const CALENDAR_END = contentLine('END', 'VCALENDAR');

/** A VEVENT (calendar-behaviour §10, with its defects fixed). The same event always gives the same octets. */
export function writeEvent(event: CalendarEvent): string {
  const { place, image, organizer } = event;
  return [
    contentLine('BEGIN', 'VEVENT'),
    contentLine('UID', textValue(event.uid)),
    ...(event.replaces ? [writeReplaced(event.replaces)] : []),
    // The time of the last change, not of this export: otherwise no two exports of an event would be equal.
    contentLine('DTSTAMP', basicInstant(event.modifiedAt)),
    ...writeTimes(event.times, event.recurrence !== undefined),
    ...(event.recurrence ? writeRecurrence(event.recurrence, event.times) : []),
    contentLine('CREATED', basicInstant(event.createdAt)),
    contentLine('LAST-MODIFIED', basicInstant(event.modifiedAt)),
    contentLine('SEQUENCE', String(event.sequence)),
    contentLine('STATUS', statusOf(event)),
    ...(event.state === 'postponed' ? [contentLine('X-ALMANAC-STATUS', 'POSTPONED')] : []),
    ...(event.isDraft ? [contentLine('X-ALMANAC-DRAFT', 'TRUE')] : []),
    ...(event.isPrivate ? [contentLine('CLASS', 'PRIVATE')] : []),
    contentLine('SUMMARY', textValue(event.title)),
    ...optional('DESCRIPTION', textValue(event.description)),
    ...(event.html === '' ? [] : [contentLine('X-ALT-DESC', textValue(event.html), { FMTTYPE: 'text/html' })]),
    // Addresses are written as they are: nothing in them is escaped (RFC 5545, 3.3.13).
    ...optional('URL', event.url),
    ...optional('LOCATION', textValue(event.location)),
    ...(place ? [contentLine('GEO', `${degrees(place.latitude)};${degrees(place.longitude)}`)] : []),
    ...optional('CATEGORIES', textValues(event.categories)),
    ...optional('ATTACH', image ?? ''),
    ...(organizer ? [contentLine('ORGANIZER', `mailto:${organizer.email}`, { CN: organizer.name })] : []),
    ...(event.kept ? [writeKeptLines(event.kept, image)] : []),
    contentLine('END', 'VEVENT'),
  ].join('');
}

const optional = (name: string, value: string): string[] => (value === '' ? [] : [contentLine(name, value)]);

function statusOf({ state, isDraft }: CalendarEvent): string {
  if (state === 'canceled') return 'CANCELLED';
  return state === 'postponed' || isDraft ? 'TENTATIVE' : 'CONFIRMED';
}

/** Decimals, never an exponent. */
const degrees = (value: number): string => String(Number(value.toFixed(7)));

/** An event without duration has no DTEND, which must come after DTSTART (RFC 5545, 3.6.1). */
function writeTimes(times: CalendarTimes, repeats: boolean): string[] {
  const { start, end, startUtc, endUtc, allDay } = times;
  if (allDay)
    return [
      contentLine('DTSTART', basicDay(start), { VALUE: 'DATE' }),
      // The end is the day after the last one.
      contentLine('DTEND', basicDay(dayAfter(end)), { VALUE: 'DATE' }),
    ];
  const zone = storedZone(times.timezone);
  // Series repeat on their wall clock.
  const isLocal =
    zone.name !== UTC.name && (repeats || (isUnambiguous(start, startUtc, zone) && isUnambiguous(end, endUtc, zone)));
  const write = (name: string, clock: WallClock, instant: Date) =>
    isLocal ? contentLine(name, basicClock(clock), { TZID: zoneId(zone) }) : contentLine(name, basicInstant(instant));
  return [
    write('DTSTART', start, startUtc),
    ...(endUtc > startUtc ? [write('DTEND', end, endUtc)] : []),
    // Lets our own import restore the event's zone.
    ...(isLocal || zone.name === UTC.name ? [] : [contentLine('X-ALMANAC-TZID', zoneId(zone))]),
  ];
}

function writeRecurrence({ rule, without, besides }: CalendarRecurrence, times: CalendarTimes): string[] {
  const write = (name: string, starts: readonly WallClock[]) =>
    starts.map((start) => writeStart(name, { ...times, start }));
  return [
    ...(rule === null ? [] : [contentLine('RRULE', rule)]),
    ...write('EXDATE', without),
    ...write('RDATE', besides),
  ];
}

const writeReplaced = (replaced: ReplacedOccurrence): string => writeStart('RECURRENCE-ID', replaced);

/** A start in the same form as DTSTART of its series. */
function writeStart(name: string, { start, timezone, allDay }: ReplacedOccurrence): string {
  if (allDay) return contentLine(name, basicDay(start), { VALUE: 'DATE' });
  const zone = storedZone(timezone);
  if (zone.name === UTC.name) return contentLine(name, basicInstant(toInstant(start, UTC)));
  return contentLine(name, basicClock(start), { TZID: zoneId(zone) });
}

/**
 * Former versions stored malformed lines and hostile addresses, which are left out here.
 * @param skipped value of an attachment that is written elsewhere
 */
function writeKeptLines(
  { attendees = [], attachments = [], properties = [], alarms = [] }: KeptLines,
  skipped?: string,
): string {
  const further = attachments.filter((line) => partsOf(line).value !== skipped);
  const others = properties.filter((line) => isKept(lineName(line)));
  return [attendees, further, others, alarms]
    .flatMap((lines) => harmlessLines(wellFormedBlocks(blocksOf(lines)).flat()))
    .map(written)
    .join('');
}

/** The line, folded again. */
function written(line: string): string {
  const parts = partsOf(line);
  return contentLine(lineHead(parts), parts.value);
}
