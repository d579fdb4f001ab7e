import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A label on exactly one item. */
@Entity('tags')
export class Tag {
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

  @Column('varchar', { length: 255 })
  name!: string;

  @Column('varchar', { length: 255, default: '' })
  value!: string;
}
