import { Injectable } from '@nestjs/common';
import { placeJsonLd, type PlaceRecord } from '../../calendar/json-ld/json-ld';
import { RecordPresenter } from '../../records/record.presenter';
import { htmlOf, lineOf } from '../../calendar/rendering/rendered-text';
import type { VenueRow } from './venue.kind';

/** A venue with every key always there (calendar-behaviour §2.2). */
@Injectable()
export class VenuePresenter {
  constructor(private readonly records: RecordPresenter) {}

  /** For answers about one record: the venue itself, or an event that holds it. */
  presentSingle(venue: VenueRow) {
    return { ...this.present(venue), json_ld: placeJsonLd(this.place(venue)) };
  }

  /** The members that a schema.org description needs. */
  place(venue: VenueRow): PlaceRecord {
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
      image: this.records.imageUrl(venue),
      region: venue.stateprovince,
      url: this.records.url('venue', venue),
      geo: geoLat === null || geoLng === null ? undefined : { latitude: geoLat, longitude: geoLng },
    };
  }

  present(venue: VenueRow) {
    return {
      ...this.records.head('venue', venue),
      venue: venue.name,
      description: htmlOf(venue.description, venue.descriptionRendered),
      excerpt: '',
      slug: venue.slug,
      image: this.records.image(venue),
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
      ...this.records.globalIds(venue),
    };
  }
}
