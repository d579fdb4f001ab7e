import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AccessService } from '../../content/access/access.service';
import { CrossReferences } from '../../content/cross-references/cross-references';
import { Book } from '../../content/items/book.entity';
import { columnsOf, coverColumn } from '../../content/items/item-sql';
import { ItemRepository } from '../../content/items/item.repository';
import { Shelf } from '../../content/items/shelf.entity';
import type { ShelfDetail, ShelfInList } from './shelf.presenter';
import { shelfListing } from './shelves.listing';

@Injectable()
export class ShelvesRepository extends ItemRepository<Shelf, ShelfInList, ShelfDetail> {
  constructor(
    database: Database,
    access: AccessService,
    crossReferences: CrossReferences,
    @InjectRepository(Shelf) shelves: Repository<Shelf>,
    @InjectRepository(Book) private readonly books: Repository<Book>,
  ) {
    const list = { without: ['descriptionHtml'], columns: coverColumn('shelf') };
    const reads = { listing: shelfListing, list, detail: coverColumn };
    super('bookshelf', reads, database, access, crossReferences, shelves);
  }

  /** Books on the shelf that the caller can see, in their order. */
  async booksOn(id: number, actor: Actor): Promise<Book[]> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'book', 'book', parameters);
    const sql = `SELECT ${columnsOf(this.books.metadata, 'book')} FROM books book JOIN shelf_books place ON place.book_id = book.id
      WHERE ${visible} AND place.shelf_id = ${parameters.add(id)} ORDER BY place.position, book.id`;
    return this.database.query<Book>(sql, parameters.values);
  }
}
