import { basicClock, basicDay, dayAfter } from '../../../calendar/icalendar/basic-clock';
import { toIsoText } from '../../../calendar/time-zones/conversion';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import type { EventRow } from '../../events/rows/event-row';

/** The facts about an event that other calendars take over. */
interface CalendarEntry extends Pick<
  EventRow,
  'title' | 'startsLocal' | 'endsLocal' | 'startsAt' | 'endsAt' | 'timezone' | 'allDay' | 'rrule'
> {
  /** The place on one line; empty for none. */
  location: string;
  /** Plain text. */
  details: string;
}

/** Longer addresses are refused by calendars on the web. */
const MAX_DETAILS = 600;

/** Forms of calendars on the web, filled in with the event. */
export function calendarLinks(entry: CalendarEntry): { name: string; url: string }[] {
  return [
    { name: 'Google Calendar', url: googleLink(entry) },
    { name: 'Outlook', url: outlookLink('https://outlook.live.com', entry) },
    { name: 'Microsoft 365', url: outlookLink('https://outlook.office.com', entry) },
  ];
}

/** The address under which calendar programs subscribe to a file. */
export const subscription = (url: string): string => url.replace(/^https?:/, 'webcal:');

function googleLink(entry: CalendarEntry): string {
  const { title, startsLocal, endsLocal, timezone, allDay, rrule, location } = entry;
  // The end of whole days is exclusive in other calendars.
  const dates = allDay
    ? `${basicDay(startsLocal)}/${basicDay(dayAfter(endsLocal))}`
    : `${basicClock(startsLocal)}/${basicClock(endsLocal)}`;
  const parameters = new URLSearchParams({ action: 'TEMPLATE', text: title, dates, ctz: timezone });
  if (location !== '') parameters.set('location', location);
  parameters.set('details', shortened(entry.details));
  if (rrule !== null) parameters.set('recur', `RRULE:${rrule}`);
  return `https://calendar.google.com/calendar/render?${parameters.toString()}`;
}

/** Takes no rule, so a series is added with its first occurrence. */
function outlookLink(host: string, entry: CalendarEntry): string {
  const { title, startsLocal, endsLocal, startsAt, endsAt, timezone, allDay, location } = entry;
  const moment = (seconds: number) => toIsoText(new Date(seconds * 1_000), storedZone(timezone));
  const parameters = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: allDay ? startsLocal.slice(0, 10) : moment(startsAt),
    enddt: allDay ? dayAfter(endsLocal).slice(0, 10) : moment(endsAt),
    allday: String(allDay),
  });
  if (location !== '') parameters.set('location', location);
  parameters.set('body', shortened(entry.details));
  return `${host}/calendar/0/action/compose?${parameters.toString()}`;
}

const shortened = (text: string): string => (text.length > MAX_DETAILS ? `${text.slice(0, MAX_DETAILS)}…` : text);
