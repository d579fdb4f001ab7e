import type { Actor } from '@almanac/auth';
import { Database, selectColumns, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AccessService } from '../../content/access/access.service';
import { addressKeyOf, CrossReferences } from '../../content/cross-references/cross-references';
import { CoverService } from '../../content/images/covers';
import { describe, NO_DESCRIPTION } from '../../content/item-fields/descriptions';
import { Book } from '../../content/items/book.entity';
import { ShelfBook } from '../../content/items/shelf.entity';
import { SlugService } from '../../content/slugs/slug.service';
import type { ShelfDetail } from './shelf.presenter';
import type { CreateShelfDto, UpdateShelfDto } from './shelves.dto';
import { ShelvesRepository } from './shelves.repository';

/** Stores shelves with their covers, and puts books on them (content-behaviour §7.5). Call inside a transaction. */
@Injectable()
export class ShelfWriter {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
    private readonly shelves: ShelvesRepository,
    private readonly slugs: SlugService,
    private readonly covers: CoverService,
    private readonly crossReferences: CrossReferences,
    @InjectRepository(ShelfBook) private readonly places: Repository<ShelfBook>,
  ) {}

  async create(dto: CreateShelfDto, actor: Actor): Promise<ShelfDetail> {
    const columns = {
      name: dto.name,
      ...(await this.slugs.ofItem(dto.name, { type: 'bookshelf' }, actor)),
      ...(describe(dto) ?? NO_DESCRIPTION),
    };
    const cover = await this.covers.store(dto.image, 'cover_bookshelf');
    const shelf = await this.shelves.insert(columns, dto.tags, actor);
    const imageId = await this.covers.apply(cover, null, shelf.id, actor);
    if (imageId !== null) await this.shelves.update(shelf, { imageId }, undefined, actor);
    await this.replaceBooks(shelf.id, dto.books, actor);
    return shelf;
  }

  /** Changes a locked shelf. */
  async change(shelf: ShelfDetail, dto: UpdateShelfDto, actor: Actor): Promise<void> {
    const former = addressKeyOf(shelf);
    const cover = await this.covers.store(dto.image, 'cover_bookshelf');
    const changes = {
      ...(await this.slugs.rename('bookshelf', shelf, dto.name, actor)),
      ...describe(dto),
      imageId: await this.covers.apply(cover, shelf.imageId, shelf.id, actor),
    };
    await this.shelves.update(shelf, changes, dto.tags, actor);
    await this.crossReferences.follow(shelf, former, actor);
    await this.replaceBooks(shelf.id, dto.books, actor);
  }

  /**
   * Replaces the books of the shelf, in this order. Unknown and hidden books and repeated ids are ignored.
   * Books on the shelf that the caller cannot see stay, after the given ones.
   */
  private async replaceBooks(shelfId: number, requested: readonly number[] | undefined, actor: Actor): Promise<void> {
    if (requested === undefined) return;
    await this.database.query('SELECT 1 FROM shelves WHERE id = $1 FOR UPDATE', [shelfId]);
    const visible = await this.visibleBooks([...new Set(requested)], actor);
    const order = [...new Set(requested)].filter((id) => visible.has(id));
    const placed = await this.places.find({ where: { shelfId }, order: { position: 'ASC', bookId: 'ASC' } });
    const visibleOnShelf = await this.visibleBooks(
      placed.map(({ bookId }) => bookId),
      actor,
    );
    const hidden = placed.map(({ bookId }) => bookId).filter((id) => !visibleOnShelf.has(id));
    await this.places.delete({ shelfId });
    const books = [...order, ...hidden.filter((id) => !visible.has(id))];
    if (books.length > 0) await this.places.insert(books.map((bookId, position) => ({ shelfId, bookId, position })));
  }

  private async visibleBooks(ids: number[], actor: Actor): Promise<Set<number>> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'book', 'book', parameters);
    const statement = sql`SELECT ${selectColumns(Book, 'book', 'id')} FROM books book WHERE ${visible} AND book.id = ANY(${parameters.add(ids)}::bigint[])`;
    const rows = await this.database.query(statement, parameters.values);
    return new Set(rows.map(({ id }) => id));
  }
}
