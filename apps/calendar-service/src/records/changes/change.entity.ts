import { UNLISTED_TYPES } from '@almanac/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('changes')
export class StoredChange {
  @PrimaryColumn('varchar', { length: 16 })
  kind!: string;

  @PrimaryColumn('integer')
  recordId!: number;

  @Column({ type: UNLISTED_TYPES.xid8, default: () => 'pg_current_xact_id()' })
  transactionId!: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  changedAt!: Date;

  @Column('boolean', { default: false })
  isGone!: boolean;

  @Column('boolean', { default: false })
  wasPublic!: boolean;

  @Column('boolean', { default: false })
  wasPrivate!: boolean;

  @Column('integer', { array: true, default: () => "'{}'" })
  authors!: number[];

  @Column({ type: UNLISTED_TYPES.xid8, nullable: true, default: () => 'pg_current_xact_id()' })
  firstTransactionId!: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  modifiedAt!: Date | null;

  @Column('integer', { default: 0 })
  raised!: number;
}

@Entity('change_feed')
export class ChangeFeedState {
  @PrimaryColumn('boolean', { default: true })
  single!: boolean;

  @Column('uuid', { default: () => 'gen_random_uuid()' })
  id!: string;

  @Column({ type: UNLISTED_TYPES.xid8, default: () => "'0'::xid8" })
  forgotten!: string;
}
