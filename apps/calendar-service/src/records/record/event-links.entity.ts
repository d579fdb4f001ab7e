import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('event_venues')
export class EventVenue {
  @PrimaryColumn('integer')
  eventId!: number;

  @PrimaryColumn('integer')
  venueId!: number;

  @Column('integer')
  position!: number;
}

@Entity('event_organizers')
export class EventOrganizer {
  @PrimaryColumn('integer')
  eventId!: number;

  @PrimaryColumn('integer')
  organizerId!: number;

  @Column('integer')
  position!: number;
}

@Entity('event_terms')
export class EventTerm {
  @PrimaryColumn('integer')
  eventId!: number;

  @PrimaryColumn('integer')
  termId!: number;

  @Column('boolean', { default: false })
  isPublic!: boolean;
}

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

  @Column('varchar', { length: 16, nullable: true })
  shownAs!: string | null;
}

@Entity('occurrence_tallies')
export class OccurrenceTally {
  @PrimaryColumn('varchar', { length: 16 })
  shownAs!: string;

  @PrimaryColumn('date')
  startsOn!: string;

  @PrimaryColumn('date')
  endsOn!: string;

  @Column('integer')
  amount!: number;
}
