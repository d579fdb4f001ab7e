import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { PermissionScopes } from '../access/permission-scopes';
import { BookSortRules } from '../sorting/book-order';
import { ITEM_KINDS, type Branch } from '../kinds/item-kinds';
import { scopeOf, SlugService } from '../slugs/slug.service';
import type { BinnedItem } from './binned-items';

interface Clash {
  id: number;
  name: string;
  book_id: number | null;
}

/** Restores items from the recycle bin (content-behaviour §17). Call inside a transaction, with an item that `BinnedItems` locked. */
@Injectable()
export class Restorer {
  constructor(
    private readonly database: Database,
    private readonly slugs: SlugService,
    private readonly scopes: PermissionScopes,
    private readonly sortRules: BookSortRules,
  ) {}

  /**
   * Restores an item with everything in it, including items that were deleted before it, and removes their deletion records. While its
   * parent is in the bin, removes only the record: the item then returns with its parent.
   * @returns the number of restored items
   */
  async restore({ deletionId, type, id, parentIsBinned }: BinnedItem, actor: Actor): Promise<number> {
    await this.database.query('DELETE FROM deletions WHERE id = $1', [deletionId]);
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
    const sql = `SELECT book_id AS id FROM ${ITEM_KINDS[type].table} WHERE id = $1`;
    const [book] = await this.database.query<{ id: number }>(sql, [id]);
    return book?.id ?? 0;
  }

  /** Items get a new slug if theirs was taken meanwhile. */
  private async bringBack({ type, key }: Branch, id: number, actor: Actor): Promise<number> {
    const table = ITEM_KINDS[type].table;
    const clashes = await this.clashes({ type, key }, id);
    const sql = `WITH back AS (UPDATE ${table} SET deleted_at = NULL WHERE ${key} = $1 AND deleted_at IS NOT NULL AND id <> ALL($2::int[]) RETURNING id)
      SELECT count(*)::int AS count FROM back`;
    const [back] = await this.database.query<{ count: number }>(sql, [id, clashes.map((clash) => clash.id)]);
    for (const clash of clashes) {
      const { slug, slugRank } = await this.slugs.ofItem(clash.name, scopeOf(type, clash.book_id), actor, clash);
      await this.database.query(`UPDATE ${table} SET deleted_at = NULL, slug = $2, slug_rank = $3 WHERE id = $1`, [
        clash.id,
        slug,
        slugRank,
      ]);
    }
    return (back?.count ?? 0) + clashes.length;
  }

  /** Items to restore that need a new slug. An item outside the bin, or one of these that was deleted later, has their slug and rank. */
  private clashes({ type, key }: Branch, id: number): Promise<Clash[]> {
    const inBook = type === 'chapter' || type === 'page';
    const table = ITEM_KINDS[type].table;
    const sql = `SELECT item.id, item.name, ${inBook ? 'item.book_id' : 'NULL::int AS book_id'} FROM ${table} item
      WHERE item.${key} = $1 AND item.deleted_at IS NOT NULL AND EXISTS (
        SELECT 1 FROM ${table} other WHERE other.slug = item.slug AND other.slug_rank = item.slug_rank AND other.id <> item.id ${inBook ? 'AND other.book_id = item.book_id' : ''}
          AND (other.deleted_at IS NULL OR other.${key} = $1 AND (other.deleted_at, other.id) > (item.deleted_at, item.id)))
      ORDER BY item.id`;
    return this.database.query<Clash>(sql, [id]);
  }
}
