import { UNLISTED_TYPES } from '@almanac/database';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { ItemKind } from '../kinds/item-kinds';

/** An item got another address. Triggers write these rows; a job works them off in their order. */
@Entity('address_changes')
export class AddressChange {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('text')
  oldAddress!: string;

  @Column('text')
  newAddress!: string;

  /** Null if unknown. */
  @Column('integer', { nullable: true })
  changedBy!: number | null;

  /** The transaction of the change. */
  @Column({ type: UNLISTED_TYPES.xid8, default: () => 'pg_current_xact_id()' })
  changedIn!: string;

  /** Kind and id of the last linking item that was processed. */
  @Column('integer', { default: 0 })
  doneKind!: number;

  @Column('integer', { default: 0 })
  doneId!: number;

  /** Kind of the item with the new address. Rows written by an older version have nulls here and below. */
  @Column({ type: UNLISTED_TYPES.char, nullable: true })
  itemType!: ItemKind['code'] | null;

  @Column('integer', { nullable: true })
  itemId!: number | null;

  /** Items of its type that had the old or the new address before; null for none. */
  @Column('integer', { array: true, nullable: true })
  olderItems!: number[] | null;

  /** Books that had the old or the new address of the book before; null for none. */
  @Column('integer', { array: true, nullable: true })
  olderBooks!: number[] | null;

  /** False if no item linked to the old address at the time of the change. */
  @Column('boolean', { default: true })
  wasLinked!: boolean;
}

/** An address of this site, in lower case, and an item that links to it. */
@Entity('item_links')
export class ItemLink {
  @PrimaryColumn('text')
  address!: string;

  @PrimaryColumn({ type: UNLISTED_TYPES.char })
  itemType!: ItemKind['code'];

  @PrimaryColumn('integer')
  itemId!: number;
}
