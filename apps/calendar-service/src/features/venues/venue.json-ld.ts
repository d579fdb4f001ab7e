import type { PlaceRecord } from '../../calendar/json-ld/json-ld';
import { lineOf } from '../../calendar/rendering/rendered-text';
import type { RecordPresenter } from '../../records/record/record.presenter';
import type { VenueRow } from './venue.row';

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
