import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** The columns that all three kinds of record share. */
export abstract class StoredRecord {
  @PrimaryColumn('integer', { default: () => "nextval('record_id'::regclass)" })
  id!: number;

  @Column('integer')
  authorId!: number;

  @Column('varchar', { length: 16 })
  status!: string;

  @Column('varchar', { length: 16, nullable: true })
  statusBeforeTrash!: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  trashedAt!: Date | null;

  @Column('varchar', { length: 200, default: '' })
  slug!: string;

  @Column('text', { default: '' })
  description!: string;

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

  @Column('jsonb', { nullable: true })
  descriptionRendered!: unknown;
}

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

  @Column('text', { nullable: true })
  rrule!: string | null;

  @Column({ type: 'timestamp', precision: 0, array: true, default: () => "'{}'" })
  exdates!: Date[];

  @Column({ type: 'timestamp', precision: 0, array: true, default: () => "'{}'" })
  rdates!: Date[];

  @Column('integer', { nullable: true })
  seriesId!: number | null;

  @Column({ type: 'timestamp', precision: 0, nullable: true })
  recurrenceStart!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  expandedUntil!: Date | null;

  @Column('text', { default: () => '(gen_random_uuid())::text' })
  uid!: string;

  @Column('integer', { default: 0 })
  sequence!: number;

  @Column('varchar', { length: 16, default: 'scheduled' })
  eventStatus!: string;

  @Column('text', { default: '' })
  eventStatusReason!: string;

  @Column('jsonb', { nullable: true })
  excerptRendered!: unknown;

  @Column('jsonb', { nullable: true })
  keptLines!: unknown;
}

@Entity('venues')
export class StoredVenue extends StoredRecord {
  @Column('text')
  name!: string;

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

  @Column('text', { default: '' })
  stateprovince!: string;

  @Column('boolean', { default: true })
  showMap!: boolean;

  @Column('boolean', { default: true })
  showMapLink!: boolean;

  @Column('double precision', { nullable: true })
  geoLat!: number | null;

  @Column('double precision', { nullable: true })
  geoLng!: number | null;

  @Column({ type: 'cube', nullable: true, insert: false, update: false })
  place!: string | null;
}

@Entity('organizers')
export class StoredOrganizer extends StoredRecord {
  @Column('text')
  name!: string;

  @Column('text', { default: '' })
  phone!: string;

  @Column('text', { default: '' })
  email!: string;
}
