import { Column, Entity } from 'typeorm';
import { DescribedItem } from '../kinds/shared-columns';

/** A book of chapters and pages. */
@Entity('books')
export class Book extends DescribedItem {
  /** The image of the cover. */
  @Column('integer', { nullable: true })
  imageId!: number | null;

  /** The page that new pages of the book start from. */
  @Column('integer', { nullable: true })
  defaultTemplateId!: number | null;

  /** The rule that numbers its chapters and pages. */
  @Column('integer', { nullable: true })
  sortRuleId!: number | null;
}
