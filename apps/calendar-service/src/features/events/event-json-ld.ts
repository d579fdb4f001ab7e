import { eventJsonLd, type PersonRecord, type PlaceRecord } from '../../domain/json-ld/json-ld';
import { currencyCode } from './currency-code';
import { lineOf } from '../../domain/rendering/rendered-text';
import { storedZone } from '../../domain/time-zones/stored-zone';
import type { eventCost } from './event-cost';
import type { EventRow } from './event-row';

export interface EventSurroundings {
  /** The public page. */
  url: string;
  /** Of the whole image. */
  image: string | undefined;
  venue: PlaceRecord | undefined;
  organizer: PersonRecord | undefined;
  cost: ReturnType<typeof eventCost>;
}

/** The schema.org description of a stored event (calendar-behaviour §2.7); an offer only when it costs something. */
export function jsonLdOf(row: EventRow, { url, image, venue, organizer, cost: { cost, cost_details: details } }: EventSurroundings) {
  const currency = details.currency_code || currencyCode(details.currency_symbol);
  const offer = { values: details.values, currencyCode: currency, publishedAt: row.publishedAt ?? row.createdAt };
  return eventJsonLd({
    name: row.title,
    description: lineOf(row.excerpt, row.excerptRendered) || lineOf(row.description, row.descriptionRendered),
    url,
    image,
    startUtc: new Date(row.startsAt * 1_000),
    endUtc: new Date(row.endsAt * 1_000),
    zone: storedZone(row.timezone),
    venue,
    organizer,
    eventStatus: row.eventStatus,
    offer: cost === '' ? undefined : offer,
  });
}
