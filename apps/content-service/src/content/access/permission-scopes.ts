import { columnNames, Database, insertColumns, selectColumns, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { ALL_KINDS, ITEM_KINDS, type ItemKind, type ItemType } from '../kinds/item-kinds';
import { lockBooks } from '../kinds/lock-books';
import { ContentItem } from '../kinds/shared-columns';
import { PermissionScope } from './permission-scope.entity';
import { ScopeDecisionCache } from './scope-decision-cache';

/** Keeps `scope_id` of every item up to date. Works inside the caller's transaction. */
@Injectable()
export class PermissionScopes {
  constructor(
    private readonly database: Database,
    private readonly decisions: ScopeDecisionCache,
  ) {}

  /** The scope of an item. Lock the item, so that its overrides cannot change at the same time. */
  async of(type: ItemType, id: number): Promise<number | null> {
    const [item] = await this.database.query(scopeOf(type), [id]);
    return item?.scopeId ?? null;
  }

  /**
   * Gives a new book its own scope, which new items in it inherit. The first override of the book then needs no `repoint`.
   * Call inside the transaction that created the book.
   */
  async ofNewBook(id: number): Promise<void> {
    await this.database.query(NEW_BOOK, [id]);
  }

  /** Runs `work`, which changes the overrides of the item. Only one such change runs at a time in the whole system. */
  async override(type: ItemType, id: number, work: () => Promise<void>): Promise<void> {
    // Moves lock the books, and may change the version of all overrides, too. One order of locks keeps them from a deadlock.
    if (type === 'chapter' || type === 'page')
      await lockBooks(this.database, `SELECT book_id FROM ${ITEM_KINDS[type].table} WHERE id = $1`, [id]);
    const [item] = await this.database.query(sql`${scopeOf(type)} FOR NO KEY UPDATE`, [id]);
    await this.decisions.beginChange();
    const before = await this.hasOverrides(type, id);
    await work();
    const after = await this.hasOverrides(type, id);
    // A book with a scope keeps it, with or without overrides. Items in the book keep theirs too.
    const isPointed = type === 'book' && item?.scopeId !== null;
    if (before !== after && !isPointed) await this.repoint(type, id);
  }

  /**
   * Sets the scopes of an item and of everything in it, deleted items included, from the current overrides.
   * Needed after a move, and when an item gets its first override or loses its last. Books with a scope are exempt from the latter.
   */
  async repoint(type: ItemType, id: number): Promise<void> {
    await this.decisions.invalidate();
    for (const branch of ITEM_KINDS[type].subtree) {
      await this.database.query(missingScopes(branch.type, branch.key), [id]);
      await this.database.query(repointing(branch.type, branch.key), [id]);
    }
    // Another transaction may be moving a page into a chapter of the book, and about to give it a scope of the book.
    if (type !== 'book') await this.database.query(abandonedScopes(ITEM_KINDS[type].key), [id]);
  }

  private async hasOverrides(type: ItemType, id: number): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM entity_permissions WHERE ${ITEM_KINDS[type].key} = $1 LIMIT 1`,
      [id],
    );
    return rows.length > 0;
  }
}

const scopeOf = (type: ItemType) =>
  sql`SELECT ${selectColumns(ContentItem, 'item', 'scopeId')} FROM ${ITEM_KINDS[type].table} item WHERE id = $1`;

const NEW_BOOK = `
  WITH scope AS (INSERT INTO permission_scopes ${insertColumns(PermissionScope, { id: '-$1::int', bookId: '$1' })} RETURNING id)
  UPDATE books SET scope_id = scope.id FROM scope WHERE books.id = $1`;

/** Per level: the item's id if it has overrides, else null. Books are named even without overrides. */
function chainOf(type: ItemType, key: ItemKind['key']): string {
  const column = ITEM_KINDS[type].chain[key];
  if (column === undefined) return 'NULL::int';
  if (key === 'book_id') return `item.${column}`;
  return `(SELECT override.${key} FROM entity_permissions override WHERE override.${key} = item.${column} LIMIT 1)`;
}

const chainColumns = (type: ItemType): string =>
  ALL_KINDS.map(({ key }) => `${chainOf(type, key)} AS ${key}`).join(', ');

const chains = (type: ItemType, key: string): string =>
  `(SELECT item.id, ${chainColumns(type)} FROM ${ITEM_KINDS[type].table} item WHERE item.${key} = $1) chain`;

const sameLevel = (key: ItemKind['key']): string => `coalesce(scope.${key}, 0) = coalesce(chain.${key}, 0)`;

const SAME_CHAIN = ALL_KINDS.map(({ key }) => sameLevel(key)).join(' AND ');

/** A book's own scope has the book's id, negated (see `ScopeSet`). */
const missingScopes = (type: ItemType, key: string): string => `
  INSERT INTO permission_scopes (${columnNames(PermissionScope, 'id', 'shelfId', 'bookId', 'chapterId', 'pageId')})
  SELECT CASE WHEN num_nonnulls(missing.shelf_id, missing.chapter_id, missing.page_id) = 0 THEN -missing.book_id
    ELSE nextval(pg_get_serial_sequence('permission_scopes', 'id')) END, missing.*
  FROM (SELECT DISTINCT chain.shelf_id, chain.book_id, chain.chapter_id, chain.page_id FROM ${chains(type, key)}
    LEFT JOIN permission_scopes scope ON ${SAME_CHAIN}
    WHERE num_nonnulls(chain.shelf_id, chain.book_id, chain.chapter_id, chain.page_id) > 0 AND scope.id IS NULL) missing
  ON CONFLICT DO NOTHING`;

// The key is checked again on the target row: a concurrent move sets the scope of the item that it moves away.
const repointing = (type: ItemType, key: string): string => `
  UPDATE ${ITEM_KINDS[type].table} target SET scope_id = scope.id
  FROM ${chains(type, key)} LEFT JOIN permission_scopes scope ON ${SAME_CHAIN}
  WHERE target.id = chain.id AND target.${key} = $1 AND target.scope_id IS DISTINCT FROM scope.id`;

const abandonedScopes = (key: ItemKind['key']): string => `
  DELETE FROM permission_scopes scope WHERE scope.${key} = $1
  ${ALL_KINDS.map(({ table }) => `AND NOT EXISTS (SELECT 1 FROM ${table} item WHERE item.scope_id = scope.id)`).join(' ')}`;
