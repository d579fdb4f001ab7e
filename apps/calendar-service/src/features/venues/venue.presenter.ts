import { placeJsonLd } from '../../calendar/json-ld/json-ld';
import { htmlOf } from '../../calendar/rendering/rendered-text';
import type { RecordPresenter } from '../../records/record/record.presenter';
import { placeOf } from './venue.json-ld';
import type { VenueRow } from './venue.row';

/** A venue with every key always there (calendar-behaviour §2.2). */
export const presentVenue = (venue: VenueRow, records: RecordPresenter) => ({
  ...records.head('venue', venue),
  venue: venue.name,
  description: htmlOf(venue.description, venue.descriptionRendered),
  excerpt: '',
  slug: records.slug(venue),
  image: records.image(venue),
  address: venue.address,
  city: venue.city,
  country: venue.country,
  province: venue.province,
  state: venue.state,
  zip: venue.zip,
  phone: venue.phone,
  website: venue.website,
  stateprovince: venue.stateprovince,
  geo_lat: venue.geoLat,
  geo_lng: venue.geoLng,
  show_map: venue.showMap,
  show_map_link: venue.showMapLink,
  ...records.globalIds(venue),
});

export const presentSingleVenue = (venue: VenueRow, records: RecordPresenter) => ({
  ...presentVenue(venue, records),
  json_ld: placeJsonLd(placeOf(venue, records)),
});
