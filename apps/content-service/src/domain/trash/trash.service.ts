import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import type { ItemType } from '../content-tree/content-item';
import { Deletion } from './deletion.entity';

/**
 * Tables and keys of an item and of what goes along with it into the bin. Parents first: nothing can be put into them from then on, and it is
 * the order in which overrides are spread too. Two who lock the same rows in different orders wait for each other for ever.
 */
const SUBTREES: Record<ItemType, { table: string; key: string }[]> = {
  bookshelf: [{ table: 'shelves', key: 'id' }],
  book: [
    { table: 'books', key: 'id' },
    { table: 'chapters', key: 'book_id' },
    { table: 'pages', key: 'book_id' },
  ],
  chapter: [
    { table: 'chapters', key: 'id' },
    { table: 'pages', key: 'chapter_id' },
  ],
  page: [{ table: 'pages', key: 'id' }],
};

/** The recycle bin. */
@Injectable()
export class TrashService {
  constructor(private readonly database: Database) {}

  /** Puts an item and everything in it into the bin; what is there already keeps its own record. Call inside a transaction. */
  async bin(type: ItemType, id: number, actor: Actor): Promise<void> {
    for (const { table, key } of SUBTREES[type]) {
      await this.database.query(`UPDATE ${table} SET deleted_at = now() WHERE ${key} = $1 AND deleted_at IS NULL`, [id]);
    }
    await this.database.of(Deletion).insert({ deletableType: type, deletableId: id, deletedBy: actor.id });
  }
}
