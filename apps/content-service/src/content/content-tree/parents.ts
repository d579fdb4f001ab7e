import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService, type AccessFields } from '../access/access.service';
import type { ItemType } from '../items/item-kinds';

export interface ParentBook extends AccessFields {
  id: number;
}

export interface ParentChapter extends ParentBook {
  bookId: number;
}

export type ParentPage = ParentBook;

/**
 * Finds the parent of a chapter or page, and the page of an attachment or image. A hidden parent counts as missing.
 * Call inside a transaction: a row lock keeps the parent from being moved or deleted until the transaction ends.
 */
@Injectable()
export class Parents {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /** @throws Problem 404 */
  async book(id: number, actor: Actor): Promise<ParentBook> {
    return (await this.locked<ParentBook>('book', 'books', id, actor)) ?? notFound('Book');
  }

  /** @throws Problem 404 */
  async chapter(id: number, actor: Actor): Promise<ParentChapter> {
    return (
      (await this.locked<ParentChapter>('chapter', 'chapters', id, actor, ', item.book_id AS "bookId"')) ??
      notFound('Chapter')
    );
  }

  /** @throws Problem 404 */
  async page(id: number, actor: Actor): Promise<ParentPage> {
    return (await this.locked<ParentPage>('page', 'pages', id, actor)) ?? notFound('Page');
  }

  private async locked<Row>(
    type: ItemType,
    table: string,
    id: number,
    actor: Actor,
    more = '',
  ): Promise<Row | undefined> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, type, 'item', parameters);
    const sql = `SELECT item.id, item.owned_by AS "ownedBy", item.scope_id AS "scopeId"${more}
      FROM ${table} item WHERE ${visible} AND item.id = ${parameters.add(id)} FOR NO KEY UPDATE`;
    const [row] = await this.database.query<Row>(sql, parameters.values);
    return row;
  }
}
