import { htmlOf } from '../../../calendar/rendering/rendered-text';
import { saleState, saleText } from '../../../calendar/tickets/sale';
import { placesLeft, type Ticket } from '../../../calendar/tickets/ticket';
import { ticketCost } from '../../../calendar/tickets/ticket-cost';
import { isoOffset, toIsoText, toWallClock } from '../../../calendar/time-zones/conversion';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import type { TimeZone } from '../../../calendar/time-zones/time-zone';
import { clockTime, type WallClock } from '../../../calendar/time-zones/wall-clock';
import type { Settings } from '../../../config';
import type { EventRow } from '../../events/rows/event-row';
import type { VenueRow } from '../../venues/venue.schema';
import { zoneWords } from '../../../calendar/time-zones/zone-labels';

/** A `<time>` element. */
interface Moment {
  datetime: string;
  text: string;
}

/** From when to when, as a page shows it. */
interface PresentedTimes {
  start: Moment;
  /** Absent when the start says all: an event of one whole day, or without duration. */
  end?: Moment;
  /** Absent for whole days, which have no zone. */
  zone?: { words: string; name: string };
}

type Times = Pick<EventRow, 'startsLocal' | 'endsLocal' | 'startsAt' | 'endsAt' | 'timezone' | 'allDay'>;

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** `Thursday, 1 May 2031`. */
const dayText = (wall: WallClock): string => `${WEEKDAY.format(clockTime(wall))}, ${DAY.format(clockTime(wall))}`;

const time = (wall: WallClock): string => wall.slice(11, 16);
const dayAndTime = (wall: WallClock): string => `${dayText(wall)}, ${time(wall)}`;

/** The start of one date of an event, without the zone. */
export const startText = (wall: WallClock, allDay: boolean): string => (allDay ? dayText(wall) : dayAndTime(wall));

/** On the event's own clock. */
export function ownTimes(event: Times): PresentedTimes {
  if (event.allDay) return wholeDays(event.startsLocal, event.endsLocal);
  return timesIn(event, storedZone(event.timezone));
}

/** On the reader's clock, with the day where it is another one; undefined when it shows the same times as the event's own, and for whole days. */
export function timesOfReader(event: Times, zone: TimeZone): PresentedTimes | undefined {
  if (event.allDay) return undefined;
  const own = storedZone(event.timezone);
  const differ = [event.startsAt, event.endsAt].some((seconds) => {
    const instant = new Date(seconds * 1_000);
    return isoOffset(instant, zone) !== isoOffset(instant, own);
  });
  return differ ? timesIn(event, zone, event.startsLocal.slice(0, 10)) : undefined;
}

function wholeDays(start: WallClock, end: WallClock): PresentedTimes {
  const day = (wall: WallClock): Moment => ({ datetime: wall.slice(0, 10), text: dayText(wall) });
  return start.slice(0, 10) === end.slice(0, 10) ? { start: day(start) } : { start: day(start), end: day(end) };
}

/** @param day one that the page has named already */
function timesIn({ startsAt, endsAt }: Times, zone: TimeZone, day = ''): PresentedTimes {
  const [start, end] = [new Date(startsAt * 1_000), new Date(endsAt * 1_000)];
  const [startWall, endWall] = [toWallClock(start, zone), toWallClock(end, zone)];
  const isSameDay = startWall.slice(0, 10) === endWall.slice(0, 10);
  return {
    start: {
      datetime: toIsoText(start, zone),
      text: startWall.startsWith(`${day} `) ? time(startWall) : dayAndTime(startWall),
    },
    ...(endsAt > startsAt && {
      end: {
        datetime: toIsoText(end, zone),
        text: isSameDay ? time(endWall) : dayAndTime(endWall),
      },
    }),
    zone: { words: zoneWords(start, zone), name: zone.name },
  };
}

type Address = Pick<VenueRow, 'address' | 'city' | 'zip' | 'stateprovince' | 'country'>;
type Place = Address & Pick<VenueRow, 'name' | 'geoLat' | 'geoLng'>;

/** The lines of a postal address; empty parts are left out. */
export function addressLines({ address, city, zip, stateprovince, country }: Address): string[] {
  const town = [[city, stateprovince].filter((part) => part !== '').join(', '), zip];
  return [address, town.filter((part) => part !== '').join(' '), country].filter((line) => line !== '');
}

const MAP = 'https://www.openstreetmap.org';
const ZOOM = 16;

/** The place on a map: by its coordinates, else by its address; undefined when it has neither. */
export function mapLink(place: Omit<Place, 'name'>): string | undefined {
  const { geoLat, geoLng } = place;
  if (geoLat !== null && geoLng !== null)
    return `${MAP}/?mlat=${geoLat}&mlon=${geoLng}#map=${ZOOM}/${geoLat}/${geoLng}`;
  const lines = addressLines(place);
  return lines.length > 0 ? `${MAP}/search?${new URLSearchParams({ query: lines.join(', ') }).toString()}` : undefined;
}

/** The place on one line, as calendar programs show it. */
export const placeLine = (place: Place): string => [place.name, ...addressLines(place)].join(', ');

/** A ticket with its price, and why it cannot be had now. */
export function ticketOffer(ticket: Ticket, row: EventRow, { currency }: Pick<Settings, 'currency'>) {
  const state = saleState(ticket, row, new Date());
  return {
    id: ticket.id,
    name: ticket.name,
    description: htmlOf(ticket.description, ticket.descriptionRendered),
    cost: ticketCost([ticket], currency).cost,
    left: placesLeft(ticket),
    refusal: state === 'open' ? undefined : saleText(state),
  };
}
