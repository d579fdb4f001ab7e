import { type RowOf, selectColumns, sql } from '@almanac/database';
import { each, NamedSchema, record, TEXT } from '@almanac/openapi';
import { HEAD, JSON_LD } from '../../calendar/description/record-schema';
import type { PersonRecord } from '../../calendar/json-ld/json-ld';
import { lineOf } from '../../calendar/rendering/rendered-text';
import { NAMED_COLUMNS } from '../../records/queries/record-kind';
import { StoredOrganizer } from '../../records/record/record.entity';
import type { RecordPresenter } from '../../records/record/record.presenter';

/** The columns of a `OrganizerRow`, of table alias `record`. */
export const ORGANIZER_COLUMNS = sql`${NAMED_COLUMNS}, ${selectColumns(StoredOrganizer, 'record', 'phone', 'website', 'email')}`;

/** An organizer as queries read it. */
export type OrganizerRow = RowOf<typeof ORGANIZER_COLUMNS>;

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
