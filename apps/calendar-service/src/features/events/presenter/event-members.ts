import type { Actor } from '@almanac/auth';
import { LRUCache } from 'lru-cache';
import { dateDetails } from '../../../calendar/time-zones/wall-clock';
import { abbreviationAt } from '../../../calendar/time-zones/zone-labels';
import { isoOffset, toWallClock } from '../../../calendar/time-zones/conversion';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import { type TimeZone, UTC } from '../../../calendar/time-zones/time-zone';
import type { EventRow, FullEvent } from '../rows/event-row';
import { type Amount, readAmounts, readCost } from '../../../calendar/cost/cost';
import type { SiteCurrency } from '../../../calendar/cost/price';
import { providers, ticketAmounts, ticketCost } from '../../../calendar/tickets/ticket-cost';
import { mayUpdate } from '../../../records/access/rights';
import { attendanceOf } from '../../../calendar/tickets/attendance';
import { eventJsonLd } from '../../../calendar/json-ld/json-ld';
import { lineOf } from '../../../calendar/rendering/rendered-text';
import type { RecordPresenter } from '../../../records/record/record.presenter';
import { personOf } from '../../organizers/organizer.schema';
import { placeOf } from '../../venues/venue.schema';

/** Cache: the runtime takes a millisecond or more to look up the names of a zone. */
const abbreviations = new LRUCache<string, string>({ max: 5_000 });

/** A zone that keeps its offset within a month keeps its abbreviation. */
function abbreviation(instant: Date, zone: TimeZone): string {
  const key = `${zone.name} ${isoOffset(instant, zone)} ${instant.getUTCFullYear()}-${instant.getUTCMonth()}`;
  const cached = abbreviations.get(key);
  if (cached !== undefined) return cached;
  const found = abbreviationAt(instant, zone);
  abbreviations.set(key, found);
  return found;
}

/** Date members of an event, on its own clock and in UTC (calendar-behaviour §2.1). */
export function eventTimes({ timezone, startsLocal, endsLocal, startsAt, endsAt }: EventRow) {
  const start = new Date(startsAt * 1_000);
  const [utcStart, utcEnd] = [toWallClock(start, UTC), toWallClock(new Date(endsAt * 1_000), UTC)];
  return {
    start_date: startsLocal,
    start_date_details: dateDetails(startsLocal),
    end_date: endsLocal,
    end_date_details: dateDetails(endsLocal),
    utc_start_date: utcStart,
    utc_start_date_details: dateDetails(utcStart),
    utc_end_date: utcEnd,
    utc_end_date_details: dateDetails(utcEnd),
    timezone,
    timezone_abbr: abbreviation(start, storedZone(timezone)),
    duration: endsAt - startsAt,
  };
}

/** A moment as two members: `name` in the time zone, and `name_utc`. Both are null without a moment. */
export function clocksOf(name: string, instant: Date | null, timezone: string) {
  return {
    [name]: instant && toWallClock(instant, storedZone(timezone)),
    [`${name}_utc`]: instant && toWallClock(instant, UTC),
  };
}

type Priced = Pick<FullEvent, 'row' | 'tickets'>;

/** The event's own cost, or else that of its tickets (calendar-behaviour §7.5). */
export function eventCost({ row, tickets }: Priced, site: SiteCurrency) {
  const { cost, ...details } = readCost(row.cost, site);
  return cost === '' && tickets.length > 0
    ? ticketCost(tickets, site)
    : { cost, cost_details: { ...details, currency_code: '' } };
}

/** The prices of the event, each with its currency; undefined without a cost, empty when the cost has only words. */
function eventAmounts({ row, tickets }: Priced, site: SiteCurrency): Amount[] | undefined {
  if (readCost(row.cost, site).cost !== '') return readAmounts(row.cost, site);
  return tickets.length > 0 ? ticketAmounts(tickets, site) : undefined;
}

/**
 * Ticket members of an event; none without tickets. Only callers who may change the event see its attendance (calendar-behaviour §2.1).
 * @param isBlanked whether a password protects them; their values are null then (§6.2)
 */
export function ticketMembers({ row, tickets }: FullEvent, actor: Actor, isBlanked = false) {
  if (tickets.length === 0) return {};
  const attendance = attendanceOf(tickets);
  return {
    ticketed: isBlanked ? null : providers(tickets),
    ...(mayUpdate(actor, 'event', row) && { attendance: isBlanked ? unknown(attendance) : attendance }),
  };
}

const unknown = (members: object) => Object.fromEntries(Object.keys(members).map((name) => [name, null]));

/** The schema.org description of a stored event (calendar-behaviour §2.7); offers only when it has a cost. */
export function jsonLdOf(event: FullEvent, records: RecordPresenter, site: SiteCurrency) {
  const {
    row,
    venues: [venue],
    organizers: [organizer],
  } = event;
  const amounts = eventAmounts(event, site);
  return eventJsonLd({
    name: row.title,
    description: lineOf(row.excerpt, row.excerptRendered) || lineOf(row.description, row.descriptionRendered),
    url: records.url('event', row),
    image: records.imageUrl(row),
    startUtc: new Date(row.startsAt * 1_000),
    endUtc: new Date(row.endsAt * 1_000),
    zone: storedZone(row.timezone),
    venue: venue && placeOf(venue, records),
    organizer: organizer && personOf(organizer, records),
    eventStatus: row.eventStatus,
    offers: amounts && { amounts, siteCurrency: site.code, publishedAt: row.publishedAt ?? row.createdAt },
  });
}
