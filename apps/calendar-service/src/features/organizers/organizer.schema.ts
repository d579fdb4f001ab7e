import { HEAD, JSON_LD } from '../../calendar/description/record-schema';
import { each, NamedSchema, record, TEXT } from '@almanac/openapi';

/** Answers of `presentOrganizer`. */
export const ORGANIZER_SCHEMA = new NamedSchema(
  'Organizer',
  record({ ...HEAD, ...each(TEXT, 'organizer', 'phone', 'website', 'email') }, JSON_LD),
);
