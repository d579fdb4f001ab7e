import type { Actor } from '@almanac/auth';
import { Database, selectColumns, selectComputed, setColumns, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { PermissionScopes } from '../access/permission-scopes';
import { Page } from '../items/page.entity';
import { ITEM_KINDS, type Branch } from '../kinds/item-kinds';
import { ContentItem } from '../kinds/shared-columns';
import { scopeOf, SlugService } from '../slugs/slug.service';
import { BookSortRules } from '../sorting/book-order';
import type { BinnedItem } from './binned-items';
import { Deletion } from './deletion.entity';

/** Restores items from the recycle bin (content-behaviour §17). Call inside a transaction, with an item that `BinnedItems` locked. */
@Injectable()
export class Restorer {
  constructor(
    private readonly database: Database,
    private readonly slugs: SlugService,
    private readonly scopes: PermissionScopes,
    private readonly sortRules: BookSortRules,
    @InjectRepository(Deletion) private readonly deletions: Repository<Deletion>,
  ) {}

  /**
   * Restores an item with everything in it, including items that were deleted before it, and removes their deletion records. While its
   * parent is in the bin, removes only the record: the item then returns with its parent.
   * @returns the number of restored items
   */
  async restore({ deletionId, type, id, parentIsBinned }: BinnedItem, actor: Actor): Promise<number> {
    await this.deletions.delete(deletionId);
    if (parentIsBinned) return 0;
    let count = 0;
    for (const branch of ITEM_KINDS[type].subtree) {
      count += await this.bringBack(branch, id, actor);
      const records = `DELETE FROM deletions WHERE deletable_type = $2 AND deletable_id IN (SELECT id FROM ${ITEM_KINDS[branch.type].table} WHERE ${branch.key} = $1)`;
      await this.database.query(records, [id, branch.type]);
    }
    await this.scopes.repoint(type, id);
    if (type !== 'bookshelf') await this.sortRules.number(await this.bookOf(type, id));
    return count;
  }

  private async bookOf(type: 'book' | 'chapter' | 'page', id: number): Promise<number> {
    if (type === 'book') return id;
    const statement = sql`SELECT ${selectColumns(Page, 'item', 'bookId')} FROM ${ITEM_KINDS[type].table} item WHERE id = $1`;
    const [item] = await this.database.query(statement, [id]);
    return item?.bookId ?? 0;
  }

  /** Items get a new slug if theirs was taken meanwhile. */
  private async bringBack({ type, key }: Branch, id: number, actor: Actor): Promise<number> {
    const table = ITEM_KINDS[type].table;
    const clashes = await this.clashes({ type, key }, id);
    const statement = sql`WITH back AS (UPDATE ${table} SET ${setColumns(ContentItem, { deletedAt: 'NULL' })}
        WHERE ${key} = $1 AND deleted_at IS NOT NULL AND id <> ALL($2::int[]) RETURNING id)
      SELECT ${selectComputed<{ count: number }>({ count: 'count(*)::int' })} FROM back`;
    const [back] = await this.database.query(statement, [id, clashes.map((clash) => clash.id)]);
    const withSlug = setColumns(ContentItem, { deletedAt: 'NULL', slug: '$2', slugRank: '$3' });
    for (const clash of clashes) {
      const { slug, slugRank } = await this.slugs.ofItem(clash.name, scopeOf(type, clash.bookId), actor, clash);
      await this.database.query(`UPDATE ${table} SET ${withSlug} WHERE id = $1`, [clash.id, slug, slugRank]);
    }
    return (back?.count ?? 0) + clashes.length;
  }

  /** Items to restore that need a new slug. An item outside the bin, or one of these that was deleted later, has their slug and rank. */
  private clashes({ type, key }: Branch, id: number) {
    const inBook = type === 'chapter' || type === 'page';
    const table = ITEM_KINDS[type].table;
    const bookId = selectComputed<{ bookId: number | null }>({ bookId: inBook ? 'item.book_id' : 'NULL::int' });
    const statement = sql`SELECT ${selectColumns(ContentItem, 'item', 'id', 'name')}, ${bookId} FROM ${table} item
      WHERE item.${key} = $1 AND item.deleted_at IS NOT NULL AND EXISTS (
        SELECT 1 FROM ${table} other WHERE other.slug = item.slug AND other.slug_rank = item.slug_rank AND other.id <> item.id ${inBook ? 'AND other.book_id = item.book_id' : ''}
          AND (other.deleted_at IS NULL OR other.${key} = $1 AND (other.deleted_at, other.id) > (item.deleted_at, item.id)))
      ORDER BY item.id`;
    return this.database.query(statement, [id]);
  }
}
