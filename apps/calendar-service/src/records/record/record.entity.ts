import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { KeptLines } from '../../calendar/icalendar/kept-lines';
import type { PublicationStatus } from '../../calendar/publication/status';
import type { RenderedText } from '../../calendar/rendering/rendered-text';

/** Whether an event takes place (calendar-behaviour §10, "Event status"). */
export const EVENT_STATUSES = ['scheduled', 'canceled', 'postponed'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** The columns that all three kinds of record share. */
export abstract class StoredRecord {
  @PrimaryColumn('integer', { default: () => "nextval('record_id'::regclass)" })
  id!: number;

  @Column('integer')
  authorId!: number;

  @Column('varchar', { length: 16 })
  status!: PublicationStatus | 'trash';

  /** Only for records in the trash. */
  @Column('varchar', { length: 16, nullable: true })
  statusBeforeTrash!: PublicationStatus | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  trashedAt!: Date | null;

  @Column('varchar', { length: 200, default: '' })
  slug!: string;

  @Column('text', { default: '' })
  description!: string;

  /** Null for a record without a publication date. */
  @Column({ type: 'timestamptz', precision: 0, nullable: true })
  publishedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  modifiedAt!: Date;

  @Column('text', { default: '' })
  website!: string;

  @Column('integer', { nullable: true })
  imageId!: number | null;

  /** Forms of a text may belong to a former one, so `renderedText` reads them. */
  @Column('jsonb', { nullable: true })
  descriptionRendered!: RenderedText | null;
}

/** An event, or a series with the dates of its first occurrence. Local times are in the event's own zone. */
@Entity('events')
export class StoredEvent extends StoredRecord {
  @Column('integer', { nullable: true })
  parentId!: number | null;

  @Column('text')
  title!: string;

  @Column('text', { default: '' })
  excerpt!: string;

  @Column('varchar', { length: 64 })
  timezone!: string;

  @Column('boolean', { default: false })
  allDay!: boolean;

  @Column({ type: 'timestamp', precision: 0 })
  startsLocal!: Date;

  @Column({ type: 'timestamp', precision: 0 })
  endsLocal!: Date;

  @Column({ type: 'timestamptz', precision: 0 })
  startsAt!: Date;

  @Column({ type: 'timestamptz', precision: 0 })
  endsAt!: Date;

  /** Seconds, which PostgreSQL derives from start and end. */
  @Column({ type: 'bigint', insert: false, update: false })
  duration!: string;

  @Column('text', { array: true, default: () => "'{}'" })
  cost!: string[];

  @Column('boolean', { default: false })
  showMap!: boolean;

  @Column('boolean', { default: false })
  showMapLink!: boolean;

  @Column('boolean', { default: false })
  hideFromListings!: boolean;

  @Column('boolean', { default: false })
  sticky!: boolean;

  @Column('boolean', { default: false })
  featured!: boolean;

  @Column('text', { nullable: true })
  passwordHash!: string | null;

  @Column('boolean', { default: false })
  ticketed!: boolean;

  /** Value of an RRULE property (RFC 5545), without the property name. */
  @Column('text', { nullable: true })
  rrule!: string | null;

  @Column({ type: 'timestamp', precision: 0, array: true, default: () => "'{}'" })
  exdates!: Date[];

  @Column({ type: 'timestamp', precision: 0, array: true, default: () => "'{}'" })
  rdates!: Date[];

  /** The series that this one was split from; with `recurrenceStart`, the series whose occurrence it replaces. */
  @Column('integer', { nullable: true })
  seriesId!: number | null;

  @Column({ type: 'timestamp', precision: 0, nullable: true })
  recurrenceStart!: Date | null;

  /** The moment up to which the occurrences of a series are written; null when all of them are. */
  @Column({ type: 'timestamptz', nullable: true })
  expandedUntil!: Date | null;

  /** The UID of iCalendar files. */
  @Column('text', { default: () => '(gen_random_uuid())::text' })
  uid!: string;

  /** The SEQUENCE of iCalendar files, without the changes that the change log counts. */
  @Column('integer', { default: 0 })
  sequence!: number;

  @Column('varchar', { length: 16, default: 'scheduled' })
  eventStatus!: EventStatus;

  @Column('text', { default: '' })
  eventStatusReason!: string;

  @Column('jsonb', { nullable: true })
  excerptRendered!: RenderedText | null;

  /** Lines of imported files that events have no column for. */
  @Column('jsonb', { nullable: true })
  keptLines!: KeptLines | null;
}

/** The columns that venues and organizers share. */
export abstract class StoredNamed extends StoredRecord {
  @Column('text')
  name!: string;
}

@Entity('venues')
export class StoredVenue extends StoredNamed {
  @Column('text', { default: '' })
  address!: string;

  @Column('text', { default: '' })
  city!: string;

  @Column('text', { default: '' })
  country!: string;

  @Column('text', { default: '' })
  province!: string;

  @Column('text', { default: '' })
  state!: string;

  @Column('text', { default: '' })
  zip!: string;

  @Column('text', { default: '' })
  phone!: string;

  /** The region, as sent or derived from state, province and country. */
  @Column('text', { default: '' })
  stateprovince!: string;

  @Column('boolean', { default: true })
  showMap!: boolean;

  @Column('boolean', { default: true })
  showMapLink!: boolean;

  /** Degrees; null together. */
  @Column('double precision', { nullable: true })
  geoLat!: number | null;

  @Column('double precision', { nullable: true })
  geoLng!: number | null;

  /** A point on a globe of radius 1, which PostgreSQL derives from the coordinates. */
  @Column({ type: 'cube', nullable: true, insert: false, update: false })
  place!: string | null;
}

@Entity('organizers')
export class StoredOrganizer extends StoredNamed {
  @Column('text', { default: '' })
  phone!: string;

  @Column('text', { default: '' })
  email!: string;
}
