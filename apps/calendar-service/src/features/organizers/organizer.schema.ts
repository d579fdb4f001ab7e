import { each, NamedSchema, record, TEXT } from '@almanac/openapi';
import { HEAD, JSON_LD } from '../../calendar/description/record-schema';
import type { PersonRecord } from '../../calendar/json-ld/json-ld';
import { lineOf } from '../../calendar/rendering/rendered-text';
import type { NamedRecord } from '../../records/queries/record-kind';
import type { RecordPresenter } from '../../records/record/record.presenter';

/** An organizer as queries read it. */
export interface OrganizerRow extends NamedRecord {
  phone: string;
  website: string;
  email: string;
}

/** Answers of `presentOrganizer`. */
export const ORGANIZER_SCHEMA = new NamedSchema(
  'Organizer',
  record({ ...HEAD, ...each(TEXT, 'organizer', 'phone', 'website', 'email') }, JSON_LD),
);

/** The members that a schema.org description of the organizer, or of one of their events, needs. */
export const personOf = (organizer: OrganizerRow, records: RecordPresenter): PersonRecord => ({
  name: organizer.name,
  phone: organizer.phone,
  email: organizer.email,
  website: organizer.website,
  description: lineOf(organizer.description, organizer.descriptionRendered),
  image: records.imageUrl(organizer),
});
