import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** What somebody said about a page, or answered. */
@Entity('comments')
export class Comment {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('integer')
  pageId!: number;

  /** Its number on the page. */
  @Column('integer')
  localId!: number;

  /** The `localId` of the comment it replies to, which may be gone; null at the top. */
  @Column('integer', { nullable: true })
  parentId!: number | null;

  /** Simple formatting alone; filtered again when it is shown. */
  @Column('text')
  html!: string;

  /** The block of the page that it is about; empty for the page as a whole. */
  @Column('varchar', { length: 255, default: '' })
  contentRef!: string;

  @Column('boolean', { default: false })
  archived!: boolean;

  @Column('integer', { nullable: true })
  createdBy!: number | null;

  /** Who changed the text last. */
  @Column('integer', { nullable: true })
  updatedBy!: number | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
