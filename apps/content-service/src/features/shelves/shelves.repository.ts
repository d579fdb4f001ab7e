import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { fetchListing, type ListPage, type ListQuery, Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../content/access/access.service';
import { coverColumn, itemColumns, peopleColumns, tagsColumn } from '../../content/items/item-sql';
import { Shelf } from '../../content/items/shelf.entity';
import type { ShelfDetailRow, ShelfListRow, ShelvedBookRow } from './shelf.presenter';
import { shelfListing } from './shelves.listing';

/** Queries for shelves. */
@Injectable()
export class ShelvesRepository {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /** Loads a shelf for a change and locks its row, so that concurrent changes run one after the other. */
  async find(id: number, actor: Actor): Promise<Shelf | null> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'bookshelf', 'shelf', parameters);
    const sql = `SELECT shelf.id FROM shelves shelf WHERE ${visible} AND shelf.id = ${parameters.add(id)} FOR NO KEY UPDATE`;
    const [row] = await this.database.query<{ id: number }>(sql, parameters.values);
    return row ? this.database.of(Shelf).findOneBy({ id: row.id }) : null;
  }

  async list(query: ListQuery, actor: Actor): Promise<ListPage<ShelfListRow>> {
    const view = await this.access.view(actor);
    return fetchListing(this.database, shelfListing, query, {
      select: `${itemColumns('shelf')}, shelf.description, ${coverColumn('shelf')}`,
      from: 'shelves shelf',
      where: (parameters) => view.visible('bookshelf', 'shelf', parameters),
    });
  }

  async detail(id: number, actor: Actor): Promise<ShelfDetailRow | undefined> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'bookshelf', 'shelf', parameters);
    const sql = `SELECT ${itemColumns('shelf')}, shelf.description, shelf.description_html,
        ${peopleColumns('shelf')}, ${tagsColumn('shelf_id', 'shelf')}, ${coverColumn('shelf')}
      FROM shelves shelf WHERE ${visible} AND shelf.id = ${parameters.add(id)}`;
    const [row] = await this.database.query<ShelfDetailRow>(sql, parameters.values);
    return row;
  }

  /** Books on the shelf that the caller can see, in their order. */
  async booksOn(id: number, actor: Actor): Promise<ShelvedBookRow[]> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'book', 'book', parameters);
    const sql = `SELECT ${itemColumns('book')}, book.description FROM books book JOIN shelf_books place ON place.book_id = book.id
      WHERE ${visible} AND place.shelf_id = ${parameters.add(id)} ORDER BY place.position, book.id`;
    return this.database.query<ShelvedBookRow>(sql, parameters.values);
  }
}
