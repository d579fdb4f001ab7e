import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { type AccessFields, AccessService } from '../access/access.service';
import { type ActorRow, actorsWhere, toActor } from '../accounts/accounts';
import { ALL_KINDS, ITEM_KINDS, type ItemType } from '../kinds/item-kinds';
import type { LinkingItem } from './link-rewriter';

interface Linking extends AccessFields {
  authors: number[];
}

/** The item with the changed address. Rows written by an older version have nulls. */
export interface ChangedItem {
  item_type: string | null;
  item_id: number | null;
  /** Items of its type, and books, that had the old or the new address before; null for none. */
  older_items: number[] | null;
  older_books: number[] | null;
}

/**
 * Keeps the new name of a hidden item out of texts. Each author (creator, last editor, owner) who sees the linking item must also see the
 * linked item. The author must not see an older item with the same address, which the link could mean instead. Otherwise the link keeps
 * the old address, which redirects readers who may see the item.
 */
@Injectable()
export class LinkAudience {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /** Whether the link in this item may change to the new address. */
  async maySee(
    { kind, id }: LinkingItem,
    { item_type, item_id, older_items, older_books }: ChangedItem,
  ): Promise<boolean> {
    const type = ALL_KINDS[kind - 1]?.type;
    const changedType = ALL_KINDS.find(({ code }) => code === item_type)?.type;
    if (!type || !changedType || item_id === null) return true;
    const changed = await this.find(changedType, item_id);
    const older = [
      ...(await this.accessFieldsOf(changedType, older_items)),
      ...(await this.accessFieldsOf('book', older_books)),
    ];
    // Without a scope, no override at or above the item hides it.
    if (typeof changed?.scopeId !== 'number' && older.length === 0) return true;
    const linking = await this.find(type, id);
    if (!linking) return true;
    for (const author of await this.actors(linking.authors)) {
      if (!(await this.access.allows(author, 'view', type, linking))) continue;
      if (changed && !(await this.access.allows(author, 'view', changedType, changed))) return false;
      for (const one of older) if (await this.access.allows(author, 'view', one.type, one)) return false;
    }
    return true;
  }

  private async accessFieldsOf(type: ItemType, ids: readonly number[] | null) {
    const found = await Promise.all((ids ?? []).map((id) => this.find(type, id)));
    return found.flatMap((item) => (item ? [{ ...item, type }] : []));
  }

  private async find(type: ItemType, id: number): Promise<Linking | undefined> {
    const [item] = await this.database.query<Linking>(
      `SELECT owned_by AS "ownedBy", scope_id AS "scopeId", array_remove(ARRAY[created_by, updated_by, owned_by], NULL) AS authors
        FROM ${ITEM_KINDS[type].table} WHERE id = $1`,
      [id],
    );
    return item;
  }

  private async actors(ids: readonly number[]) {
    const rows = await this.database.query<ActorRow>(actorsWhere('owner.id = ANY($1)'), [ids]);
    return rows.map(toActor);
  }
}
