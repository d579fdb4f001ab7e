import { Injectable } from '@nestjs/common';
import { RecordPresenter } from '../records/record.presenter';
import { renderText } from '../rendering/paragraphs';
import type { VenueRow } from './venue.kind';

/** A venue with every key always there (calendar-behaviour §2.2). */
@Injectable()
export class VenuePresenter {
  constructor(private readonly records: RecordPresenter) {}

  present(venue: VenueRow) {
    return {
      ...this.records.head('venue', venue),
      venue: venue.name,
      description: renderText(venue.description),
      excerpt: '',
      slug: venue.slug,
      image: false,
      address: venue.address,
      city: venue.city,
      country: venue.country,
      province: venue.province,
      state: venue.state,
      zip: venue.zip,
      phone: venue.phone,
      website: venue.website,
      stateprovince: venue.stateprovince,
      show_map: venue.showMap,
      show_map_link: venue.showMapLink,
      ...this.records.globalIds(venue),
    };
  }
}
