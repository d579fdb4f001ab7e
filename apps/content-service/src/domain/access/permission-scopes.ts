import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import type { ItemType } from '../content-tree/content-item';
import { SUBTREES } from '../content-tree/subtrees';
import { ScopeRulings } from './scope-rulings';

type ItemKey = 'shelf_id' | 'book_id' | 'chapter_id' | 'page_id';

/** The column that names an item of this type, in `entity_permissions` and `permission_scopes`. */
export const ITEM_KEY = { bookshelf: 'shelf_id', book: 'book_id', chapter: 'chapter_id', page: 'page_id' } as const satisfies Record<ItemType, ItemKey>; // prettier-ignore

export const ITEM_TABLE = { bookshelf: 'shelves', book: 'books', chapter: 'chapters', page: 'pages' } as const;

/** Which of an item's columns names the item of each level above it, and itself. */
const CHAINS: Record<ItemType, Partial<Record<ItemKey, string>>> = {
  bookshelf: { shelf_id: 'id' },
  book: { book_id: 'id' },
  chapter: { book_id: 'book_id', chapter_id: 'id' },
  page: { book_id: 'book_id', chapter_id: 'chapter_id', page_id: 'id' },
};

/** Keeps every item pointed to its permission scope. Works inside the caller's transaction. */
@Injectable()
export class PermissionScopes {
  constructor(
    private readonly database: Database,
    private readonly rulings: ScopeRulings,
  ) {}

  /** The scope of something new in this parent. The parent must be locked, so that no override comes upon it at the same time. */
  async inside(parent: 'book' | 'chapter', id: number): Promise<number | null> {
    const sql = `SELECT scope_id FROM ${ITEM_TABLE[parent]} WHERE id = $1`;
    const [row] = await this.database.query<{ scope_id: number | null }>(sql, [id]);
    return row?.scope_id ?? null;
  }

  /** Changes the overrides of an item by what `work` does, one change of overrides at a time in the whole system. */
  async override(type: ItemType, id: number, work: () => Promise<void>): Promise<void> {
    await this.rulings.change();
    await this.database.query(`SELECT 1 FROM ${ITEM_TABLE[type]} WHERE id = $1 FOR NO KEY UPDATE`, [id]);
    const before = await this.hasOverrides(type, id);
    await work();
    if (before !== (await this.hasOverrides(type, id))) await this.repoint(type, id);
  }

  /**
   * Points an item and everything in it to the scopes that their overrides now ask for; what is in the recycle bin too.
   * Needed when the item got its first override, lost its last, or moved.
   */
  async repoint(type: ItemType, id: number): Promise<void> {
    await this.rulings.unsettle();
    for (const branch of SUBTREES[type]) {
      await this.database.query(missingScopes(branch.type, branch.key), [id]);
      await this.database.query(repointing(branch.type, branch.key), [id]);
    }
    await this.database.query(abandonedScopes(ITEM_KEY[type]), [id]);
  }

  private async hasOverrides(type: ItemType, id: number): Promise<boolean> {
    const rows = await this.database.query(`SELECT 1 FROM entity_permissions WHERE ${ITEM_KEY[type]} = $1 LIMIT 1`, [id]);
    return rows.length > 0;
  }
}

/** Per level: the item there if it has overrides, else null. */
function chainOf(type: ItemType, key: ItemKey): string {
  const column = CHAINS[type][key];
  return column === undefined
    ? 'NULL::int'
    : `(SELECT override.${key} FROM entity_permissions override WHERE override.${key} = item.${column} LIMIT 1)`;
}

const chainColumns = (type: ItemType): string =>
  Object.values(ITEM_KEY)
    .map((key) => `${chainOf(type, key)} AS ${key}`)
    .join(', ');

const missingScopes = (type: ItemType, key: string): string => `
  INSERT INTO permission_scopes (shelf_id, book_id, chapter_id, page_id)
  SELECT DISTINCT chain.* FROM (SELECT ${chainColumns(type)} FROM ${ITEM_TABLE[type]} item WHERE item.${key} = $1) chain
  WHERE num_nonnulls(chain.shelf_id, chain.book_id, chain.chapter_id, chain.page_id) > 0
  ON CONFLICT DO NOTHING`;

const sameLevel = (key: ItemKey): string => `coalesce(scope.${key}, 0) = coalesce(chain.${key}, 0)`;

// The key is asked for once more on the rows themselves: one that moves away meanwhile is the mover's to point.
const repointing = (type: ItemType, key: string): string => `
  UPDATE ${ITEM_TABLE[type]} target SET scope_id = scope.id
  FROM (SELECT item.id, ${chainColumns(type)} FROM ${ITEM_TABLE[type]} item WHERE item.${key} = $1) chain
  LEFT JOIN permission_scopes scope ON ${Object.values(ITEM_KEY).map(sameLevel).join(' AND ')}
  WHERE target.id = chain.id AND target.${key} = $1 AND target.scope_id IS DISTINCT FROM scope.id`;

const abandonedScopes = (key: ItemKey): string => `
  DELETE FROM permission_scopes scope WHERE scope.${key} = $1
  ${Object.values(ITEM_TABLE).map((table) => `AND NOT EXISTS (SELECT 1 FROM ${table} item WHERE item.scope_id = scope.id)`).join(' ')}`; // prettier-ignore
