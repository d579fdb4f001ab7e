import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DescribedItem } from '../../domain/content-tree/content-item';

@Entity('shelves')
export class Shelf extends DescribedItem {
  @Column('integer', { nullable: true })
  imageId!: number | null;
}

/** A book's place on a shelf. */
@Entity('shelf_books')
export class ShelfBook {
  @PrimaryColumn('integer')
  shelfId!: number;

  @PrimaryColumn('integer')
  bookId!: number;

  /** From 0. */
  @Column('integer')
  position!: number;
}
