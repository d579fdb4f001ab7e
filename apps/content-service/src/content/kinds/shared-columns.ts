import { Column, CreateDateColumn, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** The columns of all records with authors. */
export abstract class AuthoredRecord {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('integer', { nullable: true })
  createdBy!: number | null;

  /** The user who changed the record last. */
  @Column('integer', { nullable: true })
  updatedBy!: number | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}

/** The columns that shelves, books, chapters and pages share. */
export abstract class ContentItem extends AuthoredRecord {
  @Column('varchar', { length: 255 })
  name!: string;

  @Column('varchar', { length: 300 })
  slug!: string;

  /** Numbers items with the same slug. The author of a later one could not see the earlier ones. Never in a response (see `SlugService`). */
  @Column('integer', { default: 0 })
  slugRank!: number;

  /** Set while the item is in the recycle bin. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deletedAt!: Date | null;

  @Column('integer', { nullable: true })
  ownedBy!: number | null;

  /** Its permission scope, which stands for the items with overrides from here to the top; null when there is none. */
  @Column('integer', { nullable: true })
  scopeId!: number | null;
}

/** Shelves, books and chapters have a description; pages do not. */
export abstract class DescribedItem extends ContentItem {
  /** Plain text. */
  @Column('text', { default: '' })
  description!: string;

  @Column('text', { default: '' })
  descriptionHtml!: string;
}

/** The columns of a shelf, book or chapter in a list, and those that decide on access to it. */
export const LISTED_COLUMNS = [
  'id',
  'createdBy',
  'updatedBy',
  'createdAt',
  'updatedAt',
  'name',
  'slug',
  'ownedBy',
  'scopeId',
  'description',
] as const;

/** A shelf, book or chapter as lists read it. */
export type ItemInList<E extends DescribedItem> = Pick<E, (typeof LISTED_COLUMNS)[number]>;
