import { Column, Entity } from 'typeorm';
import { DescribedItem } from '../../domain/content-tree/content-item';

@Entity('chapters')
export class Chapter extends DescribedItem {
  @Column('integer')
  bookId!: number;

  /** Its place among the book's chapters and direct pages. */
  @Column('integer')
  priority!: number;

  @Column('integer', { nullable: true })
  defaultTemplateId!: number | null;
}
