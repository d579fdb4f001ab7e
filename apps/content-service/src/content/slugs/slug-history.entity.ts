import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A former address of exactly one item. */
@Entity('slug_history')
export class SlugHistory {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('integer', { nullable: true })
  shelfId!: number | null;

  @Column('integer', { nullable: true })
  bookId!: number | null;

  @Column('integer', { nullable: true })
  chapterId!: number | null;

  @Column('integer', { nullable: true })
  pageId!: number | null;

  @Column('varchar', { length: 300 })
  slug!: string;

  /** The slug of the book in the old address of a chapter or page. */
  @Column('varchar', { length: 300, nullable: true })
  parentSlug!: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
