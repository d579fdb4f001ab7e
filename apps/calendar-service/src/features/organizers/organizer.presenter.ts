import { personJsonLd } from '../../calendar/json-ld/json-ld';
import { htmlOf } from '../../calendar/rendering/rendered-text';
import type { RecordPresenter } from '../../records/record/record.presenter';
import { personOf, type OrganizerRow } from './organizer.schema';

/** An organizer with every key always there (calendar-behaviour §2.3). */
export const presentOrganizer = (organizer: OrganizerRow, records: RecordPresenter) => ({
  ...records.head('organizer', organizer),
  organizer: organizer.name,
  description: htmlOf(organizer.description, organizer.descriptionRendered),
  excerpt: '',
  slug: records.slug(organizer),
  image: records.image(organizer),
  phone: organizer.phone,
  website: organizer.website,
  email: organizer.email,
  ...records.globalIds(organizer),
});

export const presentSingleOrganizer = (organizer: OrganizerRow, records: RecordPresenter) => ({
  ...presentOrganizer(organizer, records),
  json_ld: personJsonLd(personOf(organizer, records)),
});
