import { UNLISTED_TYPES } from '@almanac/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RecordNoun } from '../record/record';

/** The latest change of a record, also of one that is gone. */
@Entity('changes')
export class StoredChange {
  @PrimaryColumn('varchar', { length: 16 })
  kind!: RecordNoun;

  @PrimaryColumn('integer')
  recordId!: number;

  @Column({ type: UNLISTED_TYPES.xid8, default: () => 'pg_current_xact_id()' })
  transactionId!: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  changedAt!: Date;

  @Column('boolean', { default: false })
  isGone!: boolean;

  /** Whether the record was ever public, or ever private. */
  @Column('boolean', { default: false })
  wasPublic!: boolean;

  @Column('boolean', { default: false })
  wasPrivate!: boolean;

  /** Users who were the author of the record at some time. */
  @Column('integer', { array: true, default: () => "'{}'" })
  authors!: number[];

  /** The transaction that created the record; null for records from before this was stored. */
  @Column({ type: UNLISTED_TYPES.xid8, nullable: true, default: () => 'pg_current_xact_id()' })
  firstTransactionId!: string | null;

  /** Last change of the record or of one that it shows. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  modifiedAt!: Date | null;

  /** How often linked records raised the sequence of the event. */
  @Column('integer', { default: 0 })
  raised!: number;
}

/** The single row about the feed of all changes. */
@Entity('change_feed')
export class ChangeFeedState {
  @PrimaryColumn('boolean', { default: true })
  single!: boolean;

  /** It changes after the database was restored from a backup. */
  @Column('uuid', { default: () => 'gen_random_uuid()' })
  id!: string;

  /** The last transaction with purged changes. */
  @Column({ type: UNLISTED_TYPES.xid8, default: () => "'0'::xid8" })
  forgotten!: string;
}
