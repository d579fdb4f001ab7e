import type { Actor } from '@almanac/auth';
import { Database, type RowOf, selectColumns, selectComputed, type Sql, sql } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService, type AccessFields } from '../access/access.service';
import { PermissionScopes } from '../access/permission-scopes';
import { lockingSortedBook, lockSortedHome } from '../sorting/book-order';
import { Chapter } from '../items/chapter.entity';
import { ITEM_KINDS } from '../kinds/item-kinds';
import { ContentItem } from '../kinds/shared-columns';
import { type ItemSlug, SlugService } from '../slugs/slug.service';

const PARENT = selectColumns(ContentItem, 'item', 'id', 'ownedBy', 'scopeId');
/** Also whether the book has a sort rule. */
const CHAPTER = sql`${PARENT}, ${selectColumns(Chapter, 'item', 'bookId')},
  ${selectComputed<{ isSorted: boolean }>({ isSorted: '(SELECT sort_rule_id IS NOT NULL FROM books WHERE id = item.book_id)' })}`;

type ParentBook = RowOf<typeof PARENT>;
type ParentChapter = RowOf<typeof CHAPTER>;

export type Parent = ParentBook | ParentChapter;

/** The ids by which a request names the parent of a page. The chapter wins when both are given. */
export interface ParentIds {
  book_id?: number;
  chapter_id?: number;
}

/** The columns of a chapter or page that depend on its parent. */
type Place = Pick<Chapter, 'bookId' | 'priority' | 'scopeId'> & ItemSlug;

/** Keeps the next `priority` within the integer range. Items after the largest value share it. */
const LAST_PLACE_BUT_ONE = 2_147_483_646;

export const bookOf = (parent: Parent): number => ('bookId' in parent ? parent.bookId : parent.id);
export const chapterOf = (parent: Parent): number | null => ('bookId' in parent ? parent.id : null);

/**
 * Places of chapters and pages in the tree. Call it inside a transaction: a parent that it finds stays locked. So the parent
 * cannot be moved, hidden or deleted until the transaction ends. A hidden parent counts as missing.
 */
@Injectable()
export class ContentTree {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
    private readonly scopes: PermissionScopes,
    private readonly slugs: SlugService,
  ) {}

  /** @throws Problem 404 */
  lockBook(id: number, actor: Actor): Promise<ParentBook> {
    return this.lock('book', PARENT, id, actor);
  }

  /** @throws Problem 404 */
  async lockChapter(id: number, actor: Actor): Promise<ParentChapter> {
    const chapter = await this.lock('chapter', CHAPTER, id, actor);
    if (chapter.isSorted) await lockSortedHome(this.database, chapter.bookId);
    return chapter;
  }

  /** The page of an attachment or image. @throws Problem 404 */
  lockPage(id: number, actor: Actor): Promise<ParentBook> {
    return this.lock('page', PARENT, id, actor);
  }

  /** @throws Problem 404 */
  lockParent({ book_id: bookId = 0, chapter_id: chapterId }: ParentIds, actor: Actor): Promise<Parent> {
    return chapterId === undefined ? this.lockBook(bookId, actor) : this.lockChapter(chapterId, actor);
  }

  /** The parent of a new item. @throws Problem 404; 403 when the caller may not create the item there */
  async lockParentFor(type: 'chapter' | 'page', ids: ParentIds, actor: Actor): Promise<Parent> {
    const parent = await this.lockParent(ids, actor);
    await this.access.require(actor, 'create', type, parent);
    return parent;
  }

  /** The place of a new item in a locked parent: the last one unless `priority` is given. */
  async newPlace(
    type: 'chapter' | 'page',
    { name, priority }: { name: string; priority?: number },
    parent: Parent,
    actor: Actor,
  ): Promise<Place> {
    const bookId = bookOf(parent);
    const last = (parameters: Parameters) => lastPlaceIn(parent, parameters);
    const address = await this.slugs.withPlace(name, { type, bookId }, actor, last);
    return { bookId, scopeId: parent.scopeId, ...address, priority: priority ?? address.priority };
  }

  /**
   * The next `priority` in a locked parent (content-behaviour §6.1, §7.2). In a book it follows the last chapter or direct page, and is 2 in an
   * empty book. In a chapter it follows the last page, and is 1 in an empty one.
   */
  async lastPlace(parent: Parent): Promise<number> {
    const parameters = new Parameters();
    const columns = selectComputed<Pick<Place, 'priority'>>({ priority: lastPlaceIn(parent, parameters) });
    const [row] = await this.database.query(sql`SELECT ${columns}`, parameters.values);
    return row?.priority ?? 1;
  }

  /** Requires the rights to move an item into a locked parent. @throws Problem 403 */
  async requireMove(type: 'chapter' | 'page', item: AccessFields, parent: Parent, actor: Actor): Promise<void> {
    await this.access.require(actor, 'delete', type, item);
    await this.access.require(actor, 'create', type, parent);
  }

  /** Call after a moved item was stored: it inherits the overrides of its new parent. @throws Problem 404 when they hide it */
  async inheritScope(type: 'chapter' | 'page', item: AccessFields & { id: number }, actor: Actor): Promise<void> {
    await this.scopes.repoint(type, item.id);
    item.scopeId = await this.scopes.of(type, item.id);
    if (!(await this.access.allows(actor, 'view', type, item))) notFound(ITEM_KINDS[type].noun);
  }

  private async lock<Row extends ParentBook>(
    type: 'book' | 'chapter' | 'page',
    columns: Sql<Row>,
    id: number,
    actor: Actor,
  ): Promise<Row> {
    const { table, noun } = ITEM_KINDS[type];
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, type, 'item', parameters);
    const key = parameters.add(id);
    // A new page in a chapter numbers the whole book.
    const before =
      type === 'chapter'
        ? lockingSortedBook(`(SELECT book_id FROM chapters WHERE id = ${key})`)
        : { sql: '', condition: 'TRUE' };
    const statement = sql`${before.sql} SELECT ${columns}
      FROM ${table} item WHERE ${before.condition} AND ${visible} AND item.id = ${key} FOR NO KEY UPDATE`;
    const [row] = await this.database.query(statement, parameters.values);
    return row ?? notFound(noun);
  }
}

/** SQL of the next `priority` in a parent. */
function lastPlaceIn(parent: Parent, parameters: Parameters): string {
  const id = parameters.add(parent.id);
  const last =
    'bookId' in parent
      ? `coalesce((SELECT max(priority) FROM pages WHERE chapter_id = ${id} AND deleted_at IS NULL), 0)`
      : `greatest(1,
          (SELECT max(priority) FROM chapters WHERE book_id = ${id} AND deleted_at IS NULL),
          (SELECT max(priority) FROM pages WHERE book_id = ${id} AND chapter_id IS NULL AND deleted_at IS NULL AND NOT draft))`;
  return `least(${LAST_PLACE_BUT_ONE}, ${last}) + 1`;
}
