import { UNLISTED_TYPES } from '@almanac/database';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('address_changes')
export class StoredAddressChange {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('text')
  oldAddress!: string;

  @Column('text')
  newAddress!: string;

  @Column('integer', { nullable: true })
  changedBy!: number | null;

  @Column({ type: UNLISTED_TYPES.xid8, default: () => 'pg_current_xact_id()' })
  changedIn!: string;

  @Column('integer', { default: 0 })
  doneKind!: number;

  @Column('integer', { default: 0 })
  doneId!: number;

  @Column({ type: UNLISTED_TYPES.char, nullable: true })
  itemType!: string | null;

  @Column('integer', { nullable: true })
  itemId!: number | null;

  @Column('integer', { array: true, nullable: true })
  olderItems!: number[] | null;

  @Column('integer', { array: true, nullable: true })
  olderBooks!: number[] | null;

  @Column('boolean', { default: true })
  wasLinked!: boolean;
}

@Entity('item_links')
export class ItemLink {
  @PrimaryColumn('text')
  address!: string;

  @PrimaryColumn({ type: UNLISTED_TYPES.char })
  itemType!: string;

  @PrimaryColumn('integer')
  itemId!: number;
}
