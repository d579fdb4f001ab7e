import { eventJsonLd, type PersonRecord, type PlaceRecord } from '../../../calendar/json-ld/json-ld';
import { lineOf } from '../../../calendar/rendering/rendered-text';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import type { Amount } from '../../../calendar/cost/cost';
import type { EventRow } from '../event-row';

export interface EventSurroundings {
  /** The public page. */
  url: string;
  /** URL of the image in full size. */
  image: string | undefined;
  venue: PlaceRecord | undefined;
  organizer: PersonRecord | undefined;
  /** Undefined when the event has no cost. */
  amounts: readonly Amount[] | undefined;
  /** ISO 4217 code of the currency of a cost without prices. */
  siteCurrency: string;
}

/** The schema.org description of a stored event (calendar-behaviour §2.7); offers only when it has a cost. */
export function jsonLdOf(row: EventRow, { url, image, venue, organizer, amounts, siteCurrency }: EventSurroundings) {
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
    offers: amounts && { amounts, siteCurrency, publishedAt: row.publishedAt ?? row.createdAt },
  });
}
