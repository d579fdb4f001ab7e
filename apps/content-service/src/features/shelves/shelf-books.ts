import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AccessService } from '../../content/access/access.service';
import { ShelfBook } from '../../content/items/shelf.entity';

/** Puts books on a shelf (content-behaviour §7.5). */
@Injectable()
export class ShelfBooks {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
    @InjectRepository(ShelfBook) private readonly places: Repository<ShelfBook>,
  ) {}

  /**
   * Replaces the books of the shelf, in this order. Unknown and hidden books and repeated ids are ignored.
   * Books on the shelf that the caller cannot see stay, after the given ones. Call inside a transaction.
   */
  async replace(shelfId: number, wanted: readonly number[] | undefined, actor: Actor): Promise<void> {
    if (wanted === undefined) return;
    await this.database.query('SELECT 1 FROM shelves WHERE id = $1 FOR UPDATE', [shelfId]);
    const visible = await this.visibleBooks([...new Set(wanted)], actor);
    const order = [...new Set(wanted)].filter((id) => visible.has(id));
    const placed = await this.places.find({ where: { shelfId }, order: { position: 'ASC', bookId: 'ASC' } });
    const seen = await this.visibleBooks(
      placed.map(({ bookId }) => bookId),
      actor,
    );
    const hidden = placed.map(({ bookId }) => bookId).filter((id) => !seen.has(id));
    await this.places.delete({ shelfId });
    const books = [...order, ...hidden.filter((id) => !visible.has(id))];
    if (books.length > 0) await this.places.insert(books.map((bookId, position) => ({ shelfId, bookId, position })));
  }

  private async visibleBooks(ids: number[], actor: Actor): Promise<Set<number>> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'book', 'book', parameters);
    const sql = `SELECT book.id FROM books book WHERE ${visible} AND book.id = ANY(${parameters.add(ids)}::bigint[])`;
    const rows = await this.database.query<{ id: number }>(sql, parameters.values);
    return new Set(rows.map(({ id }) => id));
  }
}
