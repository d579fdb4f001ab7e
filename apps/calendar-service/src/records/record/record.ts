import type { EntityClass } from '@almanac/database';
import type { RecordImage } from '../../calendar/images/image';
import { StoredEvent, StoredOrganizer, type StoredRecord, StoredVenue } from './record.entity';

/** The three kinds of record that have an author, a status and a publication date. Terms are no records in this sense. */
export type RecordNoun = 'event' | 'venue' | 'organizer';

export type Status = StoredRecord['status'];

/** The columns that all three kinds share and reads take as they are. */
export const HEAD_COLUMNS = [
  'id',
  'authorId',
  'status',
  'statusBeforeTrash',
  'slug',
  'description',
  'publishedAt',
  'createdAt',
] as const;

/** The columns that all three kinds share, as the repositories read them. */
export interface RecordHead extends Pick<
  StoredRecord,
  (typeof HEAD_COLUMNS)[number] | 'descriptionRendered' | 'modifiedAt'
> {
  image: RecordImage | null;
}

export const TABLES = { event: 'events', venue: 'venues', organizer: 'organizers' } as const satisfies Record<
  RecordNoun,
  string
>;

export const ENTITIES: Readonly<Record<RecordNoun, EntityClass<StoredRecord>>> = {
  event: StoredEvent,
  venue: StoredVenue,
  organizer: StoredOrganizer,
};
