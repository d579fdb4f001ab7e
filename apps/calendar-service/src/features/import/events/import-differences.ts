import type { CalendarEvent, CalendarTimes, CalendarRecurrence } from '../../../calendar/icalendar/calendar-event';
import type { ReadEvent } from '../../../calendar/icalendar/reading/read-event';
import { isWebAddress } from '../../../calendar/parameters/rules';
import { plainText } from '../../../calendar/rendering/sanitised';
import { toInstant, toIsoText, toWallClock } from '../../../calendar/time-zones/conversion';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import type { WallClock } from '../../../calendar/time-zones/wall-clock';
import { excludedStarts } from '../../events/series/recurrence/recurrence-input';
import type { SeriesDates } from '../../events/series/recurrence/expansion';
import { isSameRule } from '../../events/series/rules/rule-text';

/** The text as it can be sent: as it is, or cut to this many characters without markup. Both are stored as their `plainText`. */
export function shortText(text: string, most: number): string {
  const plain = plainText(text);
  // Half of a character outside the basic plane cannot be stored.
  return Math.max(plain.length, text.length) <= most
    ? text
    : plain
        .slice(0, most)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trim();
}

/** Fields of an event's input, by their API names. */
export type EventInput = Record<string, unknown>;

const MAX_TITLE_LENGTH = 1_000;

/** API input for the event itself; `ImportLinks` adds linked records. */
export function eventInputOf(read: ReadEvent): EventInput {
  return {
    title: titleOf(read),
    ...timesInput(read.times, read.times.timezone),
    ...(read.recurrence && recurrenceInput(seriesOf(read, read.recurrence))),
    ...(read.description !== undefined && { description: read.description.html }),
    ...(read.state !== 'scheduled' && { event_status: read.state }),
    ...statusInput(read),
    ...(isWebsite(read.url) && { website: read.url }),
  };
}

/** The fields of `inputOf` that differ from the stored event. Fields that the file does not mention stay; equal texts keep their markup. */
export function differencesOf(current: CalendarEvent, website: string, read: ReadEvent): EventInput {
  const { times, description, state, url } = read;
  const isDescribed = description !== undefined && description.lines !== current.description;
  const isElsewhere = isWebsite(url) && url !== current.url && url !== website;
  const title = titleOf(read);
  return {
    ...(plainText(title) !== current.title && { title }),
    ...timeDifferences(current.times, read),
    ...recurrenceDifferences(current, read),
    ...(isDescribed && { description: description.html }),
    ...(state !== current.state && { event_status: state }),
    ...(read.isPrivate === true && !current.isPrivate && { status: 'private' }),
    ...(read.isPrivate === false && current.isPrivate && { status: 'publish' }),
    ...(isElsewhere && { website: url }),
    ...(times.allDay !== current.times.allDay && { all_day: times.allDay }),
  };
}

/** A title that the API accepts; RFC 5545 has no limit, and the title may consist of markup. */
const titleOf = ({ title }: ReadEvent): string =>
  plainText(title) === '' ? 'Untitled' : shortText(title, MAX_TITLE_LENGTH);

/** Whether it is an address that the API accepts. Files also name events by addresses of other schemes. */
const isWebsite = (url: string | undefined): url is string => url !== undefined && isWebAddress(url) && !/\s/.test(url);

/** Times written in UTC or as days have no time zone, so the event keeps its own. */
function timeDifferences(current: CalendarTimes, { times, isZoneNamed }: ReadEvent): EventInput {
  const isSame = times.allDay
    ? current.allDay && times.start === current.start && times.end === current.end
    : !current.allDay &&
      times.startUtc.getTime() === current.startUtc.getTime() &&
      times.endUtc.getTime() === current.endUtc.getTime();
  const zone = isZoneNamed ? times.timezone : current.timezone;
  return isSame && zone === current.timezone ? {} : timesInput(times, zone);
}

/** Texts with a UTC offset, so that a time in a repeated hour is unambiguous. */
export function timesInput({ start, end, startUtc, endUtc, allDay }: CalendarTimes, timezone: string): EventInput {
  if (allDay) return { start_date: start, end_date: end, all_day: true, timezone };
  const zone = storedZone(timezone);
  return { start_date: toIsoText(startUtc, zone), end_date: toIsoText(endUtc, zone), all_day: false, timezone };
}

/** The recurrence of a file as it would be stored. */
interface ReadSeries {
  dates: SeriesDates;
  rule: string;
  exdates: WallClock[];
  rdates: WallClock[];
  /** False when the dates that an EXRULE names cannot be listed. */
  isWhole: boolean;
}

/** @param current times of the stored event, whose zone an event in UTC takes */
function seriesOf({ times, isZoneNamed }: ReadEvent, recurrence: CalendarRecurrence, current = times): ReadSeries {
  const timezone = times.allDay || current.allDay || isZoneNamed ? times.timezone : current.timezone;
  const [own, zone] = [storedZone(times.timezone), storedZone(timezone)];
  const clock = (wall: WallClock) => (timezone === times.timezone ? wall : toWallClock(toInstant(wall, own), zone));
  const dates = { ...times, start: clock(times.start), end: clock(times.end), timezone, zone };
  const { rule, exrules = [] } = recurrence;
  const rdates = recurrence.besides.map(clock);
  const excluded = exrules.length === 0 ? [] : excludedStarts(dates, { rule, rdates, exrules });
  const exdates = new Set([...recurrence.without.map(clock), ...(excluded ?? [])]);
  return { dates, rule: rule ?? '', rdates, exdates: [...exdates].sort(), isWhole: excluded !== undefined };
}

const recurrenceInput = ({ rule, exdates, rdates }: ReadSeries): EventInput => ({ rrule: rule, exdates, rdates });

/** Names of the lines of a recurrence that cannot be stored. */
export const leftOutOfRecurrence = (read: ReadEvent): string[] =>
  read.recurrence === undefined || seriesOf(read, read.recurrence).isWhole ? [] : ['exrule'];

function recurrenceDifferences({ recurrence, times }: CalendarEvent, read: ReadEvent): EventInput {
  if (!read.recurrence) return recurrence ? { rrule: '', exdates: [], rdates: [] } : {};
  const series = seriesOf(read, read.recurrence, times);
  const isSame =
    recurrence &&
    isSameRule(recurrence.rule ?? '', series.rule, series.dates) &&
    isSameSet(recurrence.without, series.exdates) &&
    isSameSet(recurrence.besides, series.rdates);
  return isSame ? {} : recurrenceInput(series);
}

function isSameSet(one: readonly WallClock[], other: readonly WallClock[]): boolean {
  const [first, second] = [new Set(one), new Set(other)];
  return first.size === second.size && one.every((wall) => second.has(wall));
}

function statusInput({ isPrivate, isDraft }: ReadEvent): EventInput {
  if (isDraft) return { status: 'draft' };
  return isPrivate === true ? { status: 'private' } : {};
}
