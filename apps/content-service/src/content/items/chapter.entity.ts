import { Column, Entity } from 'typeorm';
import { DescribedItem } from '../kinds/shared-columns';

@Entity('chapters')
export class Chapter extends DescribedItem {
  @Column('integer')
  bookId!: number;

  /** Position among the chapters and direct pages of the book. */
  @Column('integer')
  priority!: number;

  @Column('integer', { nullable: true })
  defaultTemplateId!: number | null;
}
