import { Database, selectColumns, type Sql, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ITEM_KINDS, type ItemType } from '../kinds/item-kinds';
import { ContentItem } from '../kinds/shared-columns';
import { Deletion } from './deletion.entity';

/** An item in the recycle bin, locked until the transaction ends. */
export interface BinnedItem {
  deletionId: number;
  type: ItemType;
  id: number;
  name: string;
  /** Whether its parent is in the bin too. */
  parentIsBinned: boolean;
}

/** Queries that lock the parent: for a page its chapter, else its book. An item in the bin moves only together with its parent. */
const PARENTS: Record<ItemType, Sql<Pick<ContentItem, 'deletedAt'>> | undefined> = {
  bookshelf: undefined,
  book: undefined,
  chapter: sql`SELECT ${selectColumns(ContentItem, 'book', 'deletedAt')} FROM books book
    WHERE id = (SELECT book_id FROM chapters WHERE id = $1) FOR NO KEY UPDATE`,
  page: sql`WITH place AS (SELECT book_id, chapter_id FROM pages WHERE id = $1),
    sorted_book AS MATERIALIZED (
      SELECT 1 FROM books WHERE sort_rule_id IS NOT NULL AND id = (SELECT book_id FROM place) FOR NO KEY UPDATE),
    chapter AS (SELECT deleted_at FROM chapters
      WHERE id = (SELECT chapter_id FROM place) AND (SELECT count(*) FROM sorted_book) >= 0 FOR NO KEY UPDATE),
    book AS (SELECT deleted_at FROM books WHERE id = (SELECT book_id FROM place WHERE chapter_id IS NULL) FOR NO KEY UPDATE)
    SELECT ${selectColumns(ContentItem, 'chapter', 'deletedAt')} FROM chapter UNION ALL SELECT deleted_at FROM book`,
};

/** Loads and locks items of the recycle bin, for a change. */
@Injectable()
export class BinnedItems {
  constructor(
    private readonly database: Database,
    @InjectRepository(Deletion) private readonly deletions: Repository<Deletion>,
  ) {}

  /**
   * Locks the item of a deletion after its parent: this order prevents deadlocks. Call inside a transaction.
   * @returns undefined when the deletion does not exist or no longer exists
   */
  async hold(deletionId: number): Promise<BinnedItem | undefined> {
    const found = await this.deletions.findOneBy({ id: deletionId });
    if (!found) return undefined;
    const { deletableType: type, deletableId: id } = found;
    const parents = PARENTS[type];
    const [parent] = parents === undefined ? [] : await this.database.query(parents, [id]);
    const [item] = await this.database.query(
      sql`SELECT ${selectColumns(ContentItem, 'item', 'name')} FROM ${ITEM_KINDS[type].table} item WHERE id = $1 FOR UPDATE`,
      [id],
    );
    // A concurrent restore or destruction deletes this record while it holds the lock on the item.
    const [deletion] = await this.database.query('SELECT 1 FROM deletions WHERE id = $1 FOR UPDATE', [deletionId]);
    if (!deletion) return undefined;
    return { deletionId, type, id, name: item?.name ?? '', parentIsBinned: (parent?.deletedAt ?? null) !== null };
  }
}
