import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** State of a page after one of its saves. */
@Entity('page_revisions')
export class PageRevision {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('integer')
  pageId!: number;

  /** The page's revision count at that save. */
  @Column('integer')
  revisionNumber!: number;

  @Column('varchar', { length: 255 })
  name!: string;

  @Column('varchar', { length: 300 })
  slug!: string;

  @Column('varchar', { length: 300 })
  bookSlug!: string;

  @Column('text')
  html!: string;

  @Column('text', { default: '' })
  markdown!: string;

  @Column('text', { default: '' })
  text!: string;

  /** The changelog given with the save. */
  @Column('varchar', { length: 255, nullable: true })
  summary!: string | null;

  @Column('integer', { nullable: true })
  createdBy!: number | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
