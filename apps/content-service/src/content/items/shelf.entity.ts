import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DescribedItem } from '../kinds/shared-columns';

/** A list of books in a chosen order. */
@Entity('shelves')
export class Shelf extends DescribedItem {
  /** The image of the cover. */
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
