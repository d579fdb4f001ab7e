import { readCost } from '../../domain/cost/cost';
import { eventJsonLd, type PersonRecord, type PlaceRecord } from '../../domain/json-ld/json-ld';
import { currencyCode } from './currency-code';
import { storedZone } from '../../domain/time-zones/stored-zone';
import type { EventRow } from './event-row';

export interface EventSurroundings {
  /** The public page. */
  url: string;
  venue: PlaceRecord | undefined;
  organizer: PersonRecord | undefined;
}

/** The schema.org description of a stored event (calendar-behaviour §2.7); an offer only when it costs something. */
export function jsonLdOf(row: EventRow, { url, venue, organizer }: EventSurroundings) {
  const { cost, values, currency_symbol: symbol } = readCost(row.cost);
  const offer = { values, currencyCode: currencyCode(symbol), publishedAt: row.publishedAt ?? row.createdAt };
  return eventJsonLd({
    name: row.title,
    excerpt: row.excerpt,
    description: row.description,
    url,
    startUtc: new Date(row.startsAt * 1_000),
    endUtc: new Date(row.endsAt * 1_000),
    zone: storedZone(row.timezone),
    venue,
    organizer,
    eventStatus: row.eventStatus,
    offer: cost === '' ? undefined : offer,
  });
}
