import { eventJsonLd } from '../../../calendar/json-ld/json-ld';
import { lineOf } from '../../../calendar/rendering/rendered-text';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import type { SiteCurrency } from '../../../calendar/cost/price';
import type { RecordPresenter } from '../../../records/record/record.presenter';
import { personOf } from '../../organizers/organizer.schema';
import { placeOf } from '../../venues/venue.schema';
import type { FullEvent } from '../rows/event-row';
import { eventAmounts } from './event-cost';

/** The schema.org description of a stored event (calendar-behaviour §2.7); offers only when it has a cost. */
export function jsonLdOf(event: FullEvent, records: RecordPresenter, site: SiteCurrency) {
  const {
    row,
    venues: [venue],
    organizers: [organizer],
  } = event;
  const amounts = eventAmounts(event, site);
  return eventJsonLd({
    name: row.title,
    description: lineOf(row.excerpt, row.excerptRendered) || lineOf(row.description, row.descriptionRendered),
    url: records.url('event', row),
    image: records.imageUrl(row),
    startUtc: new Date(row.startsAt * 1_000),
    endUtc: new Date(row.endsAt * 1_000),
    zone: storedZone(row.timezone),
    venue: venue && placeOf(venue, records),
    organizer: organizer && personOf(organizer, records),
    eventStatus: row.eventStatus,
    offers: amounts && { amounts, siteCurrency: site.code, publishedAt: row.publishedAt ?? row.createdAt },
  });
}
