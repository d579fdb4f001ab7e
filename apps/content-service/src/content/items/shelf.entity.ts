import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DescribedItem } from '../kinds/shared-columns';

@Entity('shelves')
export class Shelf extends DescribedItem {
  @Column('integer', { nullable: true })
  imageId!: number | null;
}

/** The position of a book on a shelf. */
@Entity('shelf_books')
export class ShelfBook {
  @PrimaryColumn('integer')
  shelfId!: number;

  @PrimaryColumn('integer')
  bookId!: number;

  /** Starts at 0. */
  @Column('integer')
  position!: number;
}
