import type { NamedRecord } from '../../records/queries/record-kind';

/** An organizer as queries read it. */
export interface OrganizerRow extends NamedRecord {
  phone: string;
  website: string;
  email: string;
}
