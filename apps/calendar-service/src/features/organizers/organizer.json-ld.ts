import type { PersonRecord } from '../../calendar/json-ld/json-ld';
import { lineOf } from '../../calendar/rendering/rendered-text';
import type { RecordPresenter } from '../../records/record/record.presenter';
import type { OrganizerRow } from './organizer.row';

/** The members that a schema.org description of the organizer, or of one of their events, needs. */
export const personOf = (organizer: OrganizerRow, records: RecordPresenter): PersonRecord => ({
  name: organizer.name,
  phone: organizer.phone,
  email: organizer.email,
  website: organizer.website,
  description: lineOf(organizer.description, organizer.descriptionRendered),
  image: records.imageUrl(organizer),
});
