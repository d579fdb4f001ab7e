import type { Amount } from '../cost/cost';
import { plainText } from '../rendering/sanitised';
import { toIsoText, toWallClock } from '../time-zones/conversion';
import { type TimeZone, UTC } from '../time-zones/time-zone';

/** Names may hold HTML, descriptions are plain text; all may be empty. */
export interface PlaceRecord {
  readonly name: string;
  readonly description: string;
  /** Of the full-size image. */
  readonly image?: string | undefined;
  readonly url: string;
  readonly address: string;
  readonly city: string;
  /** The derived `stateprovince`. */
  readonly region: string;
  readonly zip: string;
  readonly country: string;
  readonly phone: string;
  readonly website: string;
  readonly geo?: { readonly latitude: number; readonly longitude: number } | undefined;
}

export interface PersonRecord {
  readonly name: string;
  readonly description: string;
  readonly image?: string | undefined;
  readonly phone: string;
  readonly email: string;
  readonly website: string;
}

export interface EventRecord {
  readonly name: string;
  /** The excerpt if there is one. */
  readonly description: string;
  readonly image?: string | undefined;
  /** The public page. */
  readonly url: string;
  readonly startUtc: Date;
  readonly endUtc: Date;
  readonly zone: TimeZone;
  /** Default: `scheduled`. */
  readonly eventStatus?: keyof typeof EVENT_STATUS | undefined;
  readonly venue?: PlaceRecord | undefined;
  /** The first organizer. */
  readonly organizer?: PersonRecord | undefined;
  readonly offers?: OffersRecord | undefined;
}

/** Only for events that have a cost. */
interface OffersRecord {
  /** Ascending. */
  readonly amounts: readonly Amount[];
  /** The currency when there is no amount. */
  readonly siteCurrency: string;
  readonly publishedAt: Date;
}

const EVENT_STATUS = { scheduled: 'EventScheduled', canceled: 'EventCancelled', postponed: 'EventPostponed' } as const;

/** The schema.org description of an event (calendar-behaviour §2.7), times with the offset of the event's zone. */
export function eventJsonLd(event: EventRecord) {
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: plainText(event.name),
    description: event.description,
    ...(event.image && { image: event.image }),
    url: event.url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: `https://schema.org/${EVENT_STATUS[event.eventStatus ?? 'scheduled']}`,
    startDate: toIsoText(event.startUtc, event.zone),
    endDate: toIsoText(event.endUtc, event.zone),
    ...(event.venue && { location: placeJsonLd(event.venue) }),
    ...(event.organizer && { organizer: personJsonLd(event.organizer) }),
    ...(event.offers && { offers: offersJsonLd(event.offers, event.url) }),
    performer: 'Organization',
  };
}

/** The schema.org description of a venue. */
export function placeJsonLd(place: PlaceRecord) {
  const address = {
    streetAddress: place.address,
    addressLocality: place.city,
    addressRegion: place.region,
    postalCode: place.zip,
    addressCountry: place.country,
  };
  return {
    '@type': 'Place',
    name: plainText(place.name),
    description: place.description,
    ...(place.image && { image: place.image }),
    url: place.url,
    address: {
      '@type': 'PostalAddress',
      ...Object.fromEntries(Object.entries(address).filter(([, part]) => part !== '')),
    },
    ...(place.geo && { geo: { '@type': 'GeoCoordinates', ...place.geo } }),
    telephone: place.phone,
    sameAs: place.website,
  };
}

/** The schema.org description of an organizer. */
export function personJsonLd(person: PersonRecord) {
  return {
    '@type': 'Person',
    name: plainText(person.name),
    description: person.description,
    ...(person.image && { image: person.image }),
    url: person.website,
    telephone: person.phone,
    email: person.email,
    sameAs: person.website,
  };
}

/** One offer, or one for each currency: an `AggregateOffer` where there are several prices. */
function offersJsonLd({ amounts, siteCurrency, publishedAt }: OffersRecord, url: string) {
  const byCurrency = Map.groupBy(amounts, ({ currency }) => currency);
  if (amounts.length === 0) byCurrency.set(siteCurrency, []);
  const offers = [...byCurrency].map(([priceCurrency, prices]) => ({
    ...pricesJsonLd(prices.map(({ value }) => value)),
    priceCurrency,
    url,
    category: 'primary',
    availability: 'inStock',
    validFrom: `${toWallClock(publishedAt, UTC).slice(0, 10)}T00:00:00+00:00`,
  }));
  return offers.length === 1 ? offers[0] : offers;
}

function pricesJsonLd(values: readonly string[]) {
  const prices = [...new Set(values.map((value) => (Number(value) === 0 ? '0' : value)))].sort(
    (a, b) => Number(a) - Number(b),
  );
  const [lowPrice, highPrice] = [prices[0], prices.at(-1)];
  if (prices.length > 1) return { '@type': 'AggregateOffer', lowPrice, highPrice, offerCount: prices.length };
  return { '@type': 'Offer', ...(lowPrice !== undefined && { price: lowPrice }) };
}
