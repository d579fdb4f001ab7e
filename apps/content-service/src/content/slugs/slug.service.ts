import type { Actor } from '@almanac/auth';
import { columnNames, Database, selectComputed, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service';
import { ITEM_KINDS, type ItemType } from '../kinds/item-kinds';
import type { ContentItem } from '../kinds/shared-columns';
import { SlugHistory } from './slug-history.entity';
import { slugify, uniqueSlug } from './slugify';

/** The items that a slug is compared with: all shelves, all books, or the chapters or pages of a book. */
type SlugScope = { type: 'bookshelf' | 'book' } | { type: 'chapter' | 'page'; bookId: number; leaving?: number };

/** The two columns of a slug. The rank numbers items with the same slug; the lowest rank comes first where several are visible. */
export type ItemSlug = Pick<ContentItem, 'slug' | 'slugRank'>;

/** An item that exists already, and its slug in this scope; it keeps it if the name leads to it. */
interface OwnSlug {
  id: number;
  current?: ItemSlug;
}

/** Gives the SQL of the next place in a parent. */
type PlaceSql = (parameters: Parameters) => string;

const FORMER = columnNames(SlugHistory, 'slug', 'parentSlug');

/** The other items with a slug, and the place of a new item. */
interface Holders {
  /** Whether the caller sees one of them. */
  visible: boolean;
  /** The next free rank. */
  next: number;
  priority: number;
}

/** A stored item. Chapters and pages have a book. */
type Addressed = Pick<ContentItem, 'id' | 'name'> & ItemSlug & { bookId?: number };

/**
 * Slugs of items. Two items may have one slug when the author of the newer one could not see the older one: otherwise a taken slug would
 * tell that a hidden item exists. An address means the item with the lowest rank that its reader sees, so a newer item takes no address over.
 * Administrators see every item, so they never share a slug.
 */
@Injectable()
export class SlugService {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /**
   * A slug for an item's name. If a visible item has it already, three random characters are added (content-behaviour §6.9). Hidden items
   * do not count, so that slugs do not reveal them: the new item gets the next rank.
   * Call inside the transaction that stores the slug: a lock reserves slugs of the same base in the same scope until it ends.
   * @param own the item that gets the slug, if it exists already
   */
  async ofItem(name: string, scope: SlugScope, actor: Actor, own?: OwnSlug): Promise<ItemSlug> {
    const { slug, slugRank } = await this.reserve(name, scope, actor, { own });
    return { slug, slugRank };
  }

  /**
   * As `ofItem`, for a new item with a place in its parent. One statement reads slug and place; lock the parent before.
   * @param place SQL of the place
   */
  withPlace(name: string, scope: SlugScope, actor: Actor, place: PlaceSql): Promise<ItemSlug & { priority: number }> {
    return this.reserve(name, scope, actor, { place });
  }

  /** The name and slug to store for a locked item; none without a new name. The history keeps its old address (content-behaviour §6.9). */
  async rename(
    type: ItemType,
    item: Addressed,
    name: string | undefined,
    actor: Actor,
  ): Promise<Partial<ItemSlug> & { name?: string }> {
    if (name === undefined || name === item.name) return {};
    await this.keepAddress(type, item);
    return { name, ...(await this.refresh(type, item, name, actor)) };
  }

  /** The slug that a stored item gets for this name. */
  refresh(type: ItemType, item: Addressed, name: string, actor: Actor): Promise<ItemSlug> {
    return this.ofItem(name, scopeOf(type, item.bookId), actor, { id: item.id, current: item });
  }

  /** The same for a user. Slugs of users are not secret. */
  async ofUser(name: string, exceptId = 0): Promise<string> {
    await this.lock('users', name);
    return uniqueSlug(name, async (slug) => {
      const holders = await this.database.query('SELECT 1 FROM users WHERE slug = $1 AND id <> $2', [slug, exceptId]);
      return holders.length > 0;
    });
  }

  private async reserve(
    name: string,
    scope: SlugScope,
    actor: Actor,
    { own, place }: { own?: OwnSlug | undefined; place?: PlaceSql },
  ): Promise<ItemSlug & { priority: number }> {
    for (const lockName of lockNamesOf(scope)) await this.lock(lockName, name);
    let [slugRank, priority] = [0, 0];
    const slug = await uniqueSlug(name, async (candidate) => {
      if (candidate === own?.current?.slug) {
        slugRank = own.current.slugRank;
        return false;
      }
      const holders = await this.holders(candidate, scope, actor, own?.id ?? 0, place);
      ({ next: slugRank, priority } = holders);
      return holders.visible;
    });
    return { slug, slugRank, priority };
  }

  private async lock(lockName: string, name: string): Promise<void> {
    await this.database.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `slug:${lockName}:${slugify(name)}`,
    ]);
  }

  /** A book's slug is part of its children's addresses, so theirs are kept with it. */
  private async keepAddress(type: ItemType, { id, slug, bookId }: Addressed): Promise<void> {
    const { key } = ITEM_KINDS[type];
    const values = bookId === undefined ? 'VALUES ($1, $2, NULL)' : 'SELECT $1, $2, slug FROM books WHERE id = $3';
    await this.database.query(`INSERT INTO slug_history (${key}, ${FORMER}) ${values}`, [
      id,
      slug,
      ...(bookId === undefined ? [] : [bookId]),
    ]);
    for (const branch of ITEM_KINDS[type].subtree.filter((below) => below.key === 'book_id')) {
      const below = ITEM_KINDS[branch.type];
      const children = `INSERT INTO slug_history (${below.key}, ${FORMER})
        SELECT id, slug, $2 FROM ${below.table} WHERE book_id = $1 AND deleted_at IS NULL`;
      await this.database.query(children, [id, slug]);
    }
  }

  /**
   * Whether the caller sees another item with this slug, and the next free rank. Items in the recycle bin do not count, nor do drafts, which have
   * addresses without a slug. So the unique index of slugs answers, also for a book with very many pages.
   */
  private async holders(
    slug: string,
    scope: SlugScope,
    actor: Actor,
    exceptId: number,
    place: PlaceSql = () => '0',
  ): Promise<Holders> {
    const { table } = ITEM_KINDS[scope.type];
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, scope.type, 'item', parameters);
    const conditions = [`item.slug = ${parameters.add(slug)}`, 'item.deleted_at IS NULL'];
    if (scope.type === 'page') conditions.push('NOT item.draft');
    // Two parameters instead of an array, for which PostgreSQL expects ten books and makes a new plan each time.
    if ('bookId' in scope)
      conditions.push(
        `item.book_id IN (${parameters.add(scope.bookId)}, ${parameters.add(scope.leaving ?? scope.bookId)})`,
      );
    const columns = selectComputed<Holders>({
      visible: `coalesce(bool_or(${visible}), FALSE)`,
      next: 'coalesce(max(item.slug_rank) + 1, 0)',
      priority: place(parameters),
    });
    const statement = sql`SELECT ${columns} FROM ${table} item WHERE ${conditions.join(' AND ')} AND item.id <> ${parameters.add(exceptId)}`;
    const [holders] = await this.database.query(statement, parameters.values);
    return holders ?? { visible: false, next: 0, priority: 0 };
  }
}

/** Sorted, so that concurrent transactions lock books in the same order and do not deadlock. */
const booksOf = ({ bookId, leaving = bookId }: { bookId: number; leaving?: number }): number[] =>
  [...new Set([bookId, leaving])].sort((a, b) => a - b);

const lockNamesOf = (scope: SlugScope): string[] =>
  'bookId' in scope
    ? booksOf(scope).map((bookId) => `${ITEM_KINDS[scope.type].table}:${bookId}`)
    : [ITEM_KINDS[scope.type].table];

export function scopeOf(type: ItemType, bookId: number | null | undefined): SlugScope {
  if (type === 'bookshelf') return { type };
  if (type === 'book' || typeof bookId !== 'number') return { type: 'book' };
  return { type, bookId };
}
