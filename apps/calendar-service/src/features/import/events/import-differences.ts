import type { CalendarEvent, CalendarTimes, Recurrence } from '../../../calendar/icalendar/calendar-event';
import type { ReadEvent } from '../../../calendar/icalendar/reading/read-event';
import { isWebAddress } from '../../../calendar/parameters/rules';
import { plainText } from '../../../calendar/rendering/sanitised';
import { toIsoText } from '../../../calendar/time-zones/conversion';
import { storedZone } from '../../../calendar/time-zones/stored-zone';

/** Fields of an event's input, by their API names. */
export type EventInput = Record<string, unknown>;

/** API input for the event itself; `ImportLinks` adds linked records. */
export function inputOf(read: ReadEvent): EventInput {
  return {
    title: read.title,
    ...timesInput(read.times, read.times.timezone),
    ...(read.recurrence && recurrenceInput(read.recurrence)),
    ...(read.description !== undefined && { description: read.description.html }),
    ...(read.state !== 'scheduled' && { event_status: read.state }),
    ...statusInput(read),
    ...(read.url !== undefined && isWebAddress(read.url) && { website: read.url }),
  };
}

/** The fields of `inputOf` that differ from the stored event. Fields that the file does not mention stay; equal texts keep their markup. */
export function differencesOf(current: CalendarEvent, website: string, read: ReadEvent): EventInput {
  const { times, description, state, url } = read;
  const isDescribed = description !== undefined && description.lines !== current.description;
  const isElsewhere = url !== undefined && isWebAddress(url) && url !== current.url && url !== website;
  return {
    ...(plainText(read.title) !== current.title && { title: read.title }),
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

const recurrenceInput = ({ rule, without, besides }: Recurrence): EventInput => ({
  rrule: rule ?? '',
  exdates: [...without],
  rdates: [...besides],
});

function recurrenceDifferences({ recurrence }: CalendarEvent, { recurrence: wanted }: ReadEvent): EventInput {
  if (!wanted) return recurrence ? { rrule: '', exdates: [], rdates: [] } : {};
  const isSame = recurrence && JSON.stringify(parts(recurrence)) === JSON.stringify(parts(wanted));
  return isSame ? {} : recurrenceInput(wanted);
}

/** Normal form for comparison: the parts of the rule sorted, without default values. */
const parts = ({ rule, without, besides }: Recurrence): unknown[] => [
  (rule ?? '')
    .toUpperCase()
    .split(';')
    .filter((part) => part !== '' && part !== 'INTERVAL=1' && part !== 'WKST=MO')
    .sort(),
  without,
  besides,
];

function statusInput({ isPrivate, isDraft }: ReadEvent): EventInput {
  if (isDraft) return { status: 'draft' };
  return isPrivate === true ? { status: 'private' } : {};
}
