import type { EntityClass } from '@almanac/database';
import type { RecordImage } from '../../calendar/images/image';
import type { RenderedText } from '../../calendar/rendering/rendered-text';
import type { PublicationStatus } from '../../calendar/publication/status';
import { StoredEvent, StoredOrganizer, type StoredRecord, StoredVenue } from './record.entity';

/** The three kinds of record that have an author, a status and a publication date. Terms are no records in this sense. */
export type RecordNoun = 'event' | 'venue' | 'organizer';

export type Status = PublicationStatus | 'trash';

/** The columns that all three kinds share, as the repositories read them. */
export interface RecordHead {
  id: number;
  authorId: number;
  status: Status;
  /** Only for records in the trash. */
  statusBeforeTrash: PublicationStatus | null;
  slug: string;
  description: string;
  descriptionRendered: RenderedText | null;
  /** null for a record without a publication date. */
  publishedAt: Date | null;
  createdAt: Date;
  modifiedAt: Date;
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
