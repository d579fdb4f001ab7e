import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service';
import { ITEM_KINDS } from '../items/item-kinds';
import { slugify } from './slugify';
import { uniqueSlug } from './unique-slug';

/** The items that a slug is compared with: all shelves, all books, or the chapters or pages of a book. */
export type SlugScope = { type: 'bookshelf' | 'book' } | { type: 'chapter' | 'page'; bookId: number; leaving?: number };

/** The two columns of a slug. The rank numbers items with the same slug; the lowest rank comes first where several are visible. */
export interface ItemSlug {
  slug: string;
  slugRank: number;
}

@Injectable()
export class SlugService {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /**
   * A slug for an item's name. If a visible item has it already, three random characters are added (content-behaviour §6.9). Hidden items
   * do not count, so that slugs do not reveal them (docs/decisions/0025): the new item gets the next rank.
   * Call inside the transaction that stores the slug: a lock reserves slugs of the same base in the same scope until it ends.
   * @param exceptId the item that gets the slug, if it exists already; it keeps its slug if the new name leads to it
   */
  async ofItem(name: string, scope: SlugScope, actor: Actor, exceptId = 0): Promise<ItemSlug> {
    for (const place of placesOf(scope)) await this.lock(place, name);
    const kept = await this.keptBy(exceptId, scope);
    let slugRank = 0;
    const slug = await uniqueSlug(name, async (candidate) => {
      if (candidate === kept?.slug) {
        slugRank = kept.slugRank;
        return false;
      }
      const { visible, next } = await this.holders(candidate, scope, actor, exceptId);
      slugRank = next;
      return visible;
    });
    return { slug, slugRank };
  }

  /** The same for a user. Slugs of users are not secret. */
  async ofUser(name: string, exceptId = 0): Promise<string> {
    await this.lock('users', name);
    return uniqueSlug(name, async (slug) => {
      const holders = await this.database.query('SELECT 1 FROM users WHERE slug = $1 AND id <> $2', [slug, exceptId]);
      return holders.length > 0;
    });
  }

  private async lock(place: string, name: string): Promise<void> {
    await this.database.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `slug:${place}:${slugify(name)}`,
    ]);
  }

  /** The current slug of the item in this scope. */
  private async keptBy(id: number, scope: SlugScope): Promise<ItemSlug | undefined> {
    if (id === 0) return undefined;
    const inBook = 'bookId' in scope ? 'AND book_id = $2' : '';
    const sql = `SELECT slug, slug_rank AS "slugRank" FROM ${ITEM_KINDS[scope.type].table} WHERE id = $1 AND deleted_at IS NULL ${inBook}`;
    return (await this.database.query<ItemSlug>(sql, 'bookId' in scope ? [id, scope.bookId] : [id]))[0];
  }

  /** Whether the caller sees another item with this slug, and the next free rank. Items in the recycle bin do not count. */
  private async holders(
    slug: string,
    scope: SlugScope,
    actor: Actor,
    exceptId: number,
  ): Promise<{ visible: boolean; next: number }> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, scope.type, 'item', parameters);
    const inBooks = 'bookId' in scope ? `AND item.book_id = ANY(${parameters.add(booksOf(scope))})` : '';
    const sql = `SELECT coalesce(bool_or(${visible}), FALSE) AS visible, coalesce(max(item.slug_rank) + 1, 0) AS next
      FROM ${ITEM_KINDS[scope.type].table} item
      WHERE item.slug = ${parameters.add(slug)} AND item.id <> ${parameters.add(exceptId)} AND item.deleted_at IS NULL ${inBooks}`;
    const [holders] = await this.database.query<{ visible: boolean; next: number }>(sql, parameters.values);
    return holders ?? { visible: false, next: 0 };
  }
}

/** Sorted, so that concurrent transactions lock books in the same order and do not deadlock. */
const booksOf = ({ bookId, leaving = bookId }: { bookId: number; leaving?: number }): number[] =>
  [...new Set([bookId, leaving])].sort((a, b) => a - b);

const placesOf = (scope: SlugScope): string[] =>
  'bookId' in scope
    ? booksOf(scope).map((bookId) => `${ITEM_KINDS[scope.type].table}:${bookId}`)
    : [ITEM_KINDS[scope.type].table];
