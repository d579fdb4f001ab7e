import type { PublicationStatus } from '../../calendar/publication/status';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A venue of an event, with its place among those of the event. */
@Entity('event_venues')
export class EventVenue {
  @PrimaryColumn('integer')
  eventId!: number;

  @PrimaryColumn('integer')
  venueId!: number;

  @Column('integer')
  position!: number;
}

/** An organizer of an event, with its place among those of the event. */
@Entity('event_organizers')
export class EventOrganizer {
  @PrimaryColumn('integer')
  eventId!: number;

  @PrimaryColumn('integer')
  organizerId!: number;

  @Column('integer')
  position!: number;
}

/** A category or a tag of an event. */
@Entity('event_terms')
export class EventTerm {
  @PrimaryColumn('integer')
  eventId!: number;

  @PrimaryColumn('integer')
  termId!: number;

  /** Whether the event is published. A trigger copies it, because it decides whether the link counts. */
  @Column('boolean', { default: false })
  isPublic!: boolean;
}

/** A date of an event: the single one, or one of a series. Local times are in the event's own zone. */
@Entity('occurrences')
export class StoredOccurrence {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('integer')
  eventId!: number;

  @Column({ type: 'timestamp', precision: 0 })
  startsLocal!: Date;

  @Column({ type: 'timestamp', precision: 0 })
  endsLocal!: Date;

  @Column('tstzrange')
  during!: string;

  /** Status of the event; null when it is in no list. */
  @Column('varchar', { length: 16, nullable: true })
  shownAs!: PublicationStatus | null;
}

/** A part of the number of occurrences on these days; its rows are summed. The table has no key, but TypeORM requires one. */
@Entity('occurrence_tallies')
export class OccurrenceTally {
  @PrimaryColumn('varchar', { length: 16 })
  shownAs!: PublicationStatus;

  @PrimaryColumn('date')
  startsOn!: string;

  @PrimaryColumn('date')
  endsOn!: string;

  @Column('integer')
  amount!: number;
}
