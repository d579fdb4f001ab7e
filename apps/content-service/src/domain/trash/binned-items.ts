import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { ITEM_TABLE } from '../access/permission-scopes';
import type { ItemType } from '../content-tree/content-item';

/** An item in the recycle bin, held until the transaction ends. */
export interface BinnedItem {
  deletionId: number;
  type: ItemType;
  id: number;
  name: string;
  /** Whether what it is in is in the bin too. */
  parentIsBinned: boolean;
}

/** What the item is in: the chapter of a page comes before its book. Rows in the bin change their parents only with the parent itself. */
const PARENTS: Record<ItemType, string | undefined> = {
  bookshelf: undefined,
  book: undefined,
  chapter: 'SELECT deleted_at FROM books WHERE id = (SELECT book_id FROM chapters WHERE id = $1) FOR NO KEY UPDATE',
  page: `WITH place AS (SELECT book_id, chapter_id FROM pages WHERE id = $1),
    chapter AS (SELECT deleted_at FROM chapters WHERE id = (SELECT chapter_id FROM place) FOR NO KEY UPDATE),
    book AS (SELECT deleted_at FROM books WHERE id = (SELECT book_id FROM place WHERE chapter_id IS NULL) FOR NO KEY UPDATE)
    SELECT deleted_at FROM chapter UNION ALL SELECT deleted_at FROM book`,
};

/** Looks up what is in the recycle bin, for a change. */
@Injectable()
export class BinnedItems {
  constructor(private readonly database: Database) {}

  /**
   * Holds the item of a deletion and what it is in; from the top down, as everybody does. Call inside a transaction.
   * @returns undefined when there is no such deletion, or no longer
   */
  async hold(deletionId: number): Promise<BinnedItem | undefined> {
    const [found] = await this.database.query<{ type: ItemType; id: number }>(
      'SELECT deletable_type AS type, deletable_id AS id FROM deletions WHERE id = $1',
      [deletionId],
    );
    if (!found) return undefined;
    const { type, id } = found;
    const parents = PARENTS[type];
    const [parent] = parents === undefined ? [] : await this.database.query<{ deleted_at: Date | null }>(parents, [id]);
    const [item] = await this.database.query<{ name: string }>(`SELECT name FROM ${ITEM_TABLE[type]} WHERE id = $1 FOR UPDATE`, [id]);
    // Whoever restored or destroyed it meanwhile took the record away while holding the item.
    const [deletion] = await this.database.query('SELECT 1 FROM deletions WHERE id = $1 FOR UPDATE', [deletionId]);
    if (!deletion) return undefined;
    return { deletionId, type, id, name: item?.name ?? '', parentIsBinned: (parent?.deleted_at ?? null) !== null };
  }
}
