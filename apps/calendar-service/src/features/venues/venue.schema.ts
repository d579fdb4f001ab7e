import { type RowOf, selectColumns, sql } from '@almanac/database';
import { each, NamedSchema, record, TEXT } from '@almanac/openapi';
import { HEAD, JSON_LD, MAP_FLAGS } from '../../calendar/description/record-schema';
import type { PlaceRecord } from '../../calendar/json-ld/json-ld';
import { lineOf } from '../../calendar/rendering/rendered-text';
import { NAMED_COLUMNS } from '../../records/queries/record-kind';
import { StoredVenue } from '../../records/record/record.entity';
import type { RecordPresenter } from '../../records/record/record.presenter';

const OWN_COLUMNS = selectColumns(
  StoredVenue,
  'record',
  'address',
  'city',
  'country',
  'province',
  'state',
  'zip',
  'phone',
  'stateprovince',
  'website',
  'showMap',
  'showMapLink',
  'geoLat',
  'geoLng',
);

/** The columns of a `VenueRow`, of table alias `record`. */
export const VENUE_COLUMNS = sql`${NAMED_COLUMNS}, ${OWN_COLUMNS}`;

/** A venue as queries read it. */
export type VenueRow = RowOf<typeof VENUE_COLUMNS>;

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
