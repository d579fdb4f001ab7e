import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService, type Guarded } from '../access/access.service';

export interface ParentBook extends Guarded {
  id: number;
}

export interface ParentChapter extends ParentBook {
  bookId: number;
}

/**
 * Finds what a chapter or page is to be put into. A hidden parent is a missing one. Call inside a transaction: until its end the parent
 * neither moves nor goes to the bin, so that nothing is left outside of it.
 */
@Injectable()
export class Parents {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /** @throws Problem 404 */
  async book(id: number, actor: Actor): Promise<ParentBook> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'book', 'book', parameters);
    const sql = `SELECT book.id, book.owned_by AS "ownedBy", book.scope_id AS "scopeId"
      FROM books book WHERE ${visible} AND book.id = ${parameters.add(id)} FOR NO KEY UPDATE`;
    const [book] = await this.database.query<ParentBook>(sql, parameters.values);
    return book ?? notFound('Book');
  }

  /** @throws Problem 404 */
  async chapter(id: number, actor: Actor): Promise<ParentChapter> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'chapter', 'chapter', parameters);
    const sql = `SELECT chapter.id, chapter.owned_by AS "ownedBy", chapter.scope_id AS "scopeId", chapter.book_id AS "bookId"
      FROM chapters chapter WHERE ${visible} AND chapter.id = ${parameters.add(id)} FOR NO KEY UPDATE`;
    const [chapter] = await this.database.query<ParentChapter>(sql, parameters.values);
    return chapter ?? notFound('Chapter');
  }
}
