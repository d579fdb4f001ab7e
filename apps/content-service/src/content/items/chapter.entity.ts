import { Column, Entity } from 'typeorm';
import { DescribedItem } from '../kinds/shared-columns';

/** A chapter of a book, with pages. */
@Entity('chapters')
export class Chapter extends DescribedItem {
  @Column('integer')
  bookId!: number;

  /** Position among the chapters and direct pages of the book. */
  @Column('integer')
  priority!: number;

  /** The page that new pages of the chapter start from. */
  @Column('integer', { nullable: true })
  defaultTemplateId!: number | null;
}
