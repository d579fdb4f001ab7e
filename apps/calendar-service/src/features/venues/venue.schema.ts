import { each, NamedSchema, record, TEXT } from '@almanac/openapi';
import { HEAD, JSON_LD, MAP_FLAGS } from '../../calendar/description/record-schema';
import type { PlaceRecord } from '../../calendar/json-ld/json-ld';
import { lineOf } from '../../calendar/rendering/rendered-text';
import type { NamedRecord } from '../../records/queries/record-kind';
import type { RecordPresenter } from '../../records/record/record.presenter';

/** A venue as queries read it. */
export interface VenueRow extends NamedRecord {
  address: string;
  city: string;
  country: string;
  province: string;
  state: string;
  zip: string;
  phone: string;
  stateprovince: string;
  website: string;
  showMap: boolean;
  showMapLink: boolean;
  /** Degrees; null together. */
  geoLat: number | null;
  geoLng: number | null;
}

/** Answers of `presentVenue`. */
export const VENUE_SCHEMA = new NamedSchema(
  'Venue',
  record(
    {
      ...HEAD,
      ...each(
        TEXT,
        'venue',
        'address',
        'city',
        'country',
        'province',
        'state',
        'zip',
        'phone',
        'website',
        'stateprovince',
      ),
      ...each({ type: ['number', 'null'], description: 'In degrees' }, 'geo_lat', 'geo_lng'),
      ...MAP_FLAGS,
    },
    JSON_LD,
  ),
);

/** The members that a schema.org description of the venue, or of an event there, needs. */
export function placeOf(venue: VenueRow, records: RecordPresenter): PlaceRecord {
  const { name, address, city, zip, country, phone, website, geoLat, geoLng } = venue;
  return {
    name,
    description: lineOf(venue.description, venue.descriptionRendered),
    address,
    city,
    zip,
    country,
    phone,
    website,
    image: records.imageUrl(venue),
    region: venue.stateprovince,
    url: records.url('venue', venue),
    geo: geoLat === null || geoLng === null ? undefined : { latitude: geoLat, longitude: geoLng },
  };
}
