import { placeJsonLd } from '../../calendar/json-ld/json-ld';
import { htmlOf } from '../../calendar/rendering/rendered-text';
import type { RecordPresenter } from '../../records/record/record.presenter';
import { placeOf, type VenueRow } from './venue.schema';

interface VenueRegion {
  /** As sent; when empty or absent, it is derived. */
  readonly stateprovince?: string | undefined;
  readonly country?: string | undefined;
  readonly state?: string | undefined;
  readonly province?: string | undefined;
}

const AMERICAN = new Set(['', 'us', 'united states']);

/** The region of a venue (calendar-behaviour §2.2): as given, else derived. In the United States or without a country it is the state, if any, otherwise the province. */
export function stateProvince({ stateprovince = '', country = '', state = '', province = '' }: VenueRegion): string {
  if (stateprovince !== '') return stateprovince;
  return state !== '' && AMERICAN.has(country.trim().toLowerCase()) ? state : province;
}

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
