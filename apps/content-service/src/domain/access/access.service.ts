import { type Actor, can } from '@almanac/auth';
import { forbidden } from '@almanac/errors';
import type { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { ItemType } from '../content-tree/content-item';

export type Action = 'view' | 'create' | 'update' | 'delete';

/** What the rules need to know of an item. */
export interface Owned {
  ownedBy: number | null;
}

/**
 * Who may do what to which item. Role-level rules: `<type>-<action>-all`, or `-own` for the item's owner (content-behaviour §11.2, step 6).
 * Every list and read starts from `visible`, so that totals never count what the caller may not see.
 */
@Injectable()
export class AccessService {
  /** SQL condition for the rows of `alias` that the caller may see: not deleted, permitted, and no one else's draft. */
  visible(actor: Actor, type: ItemType, alias: string, parameters: Parameters): string {
    const conditions = [`${alias}.deleted_at IS NULL`];
    const all = actor.isAdmin || can(actor, `${type}-view-all`);
    if (!all) conditions.push(can(actor, `${type}-view-own`) ? `${alias}.owned_by = ${parameters.add(actor.id)}` : 'FALSE');
    if (type === 'page') conditions.push(`(NOT ${alias}.draft OR ${alias}.owned_by = ${parameters.add(actor.id)})`);
    return conditions.join(' AND ');
  }

  /** Whether the caller may do this to the item; `create` asks about making something of `type` inside the item. */
  async allows(actor: Actor, action: Action, type: ItemType, item: Owned): Promise<boolean> {
    if (actor.isAdmin || can(actor, `${type}-${action}-all`)) return true;
    return Promise.resolve(can(actor, `${type}-${action}-own`) && item.ownedBy === actor.id);
  }

  /** @throws Problem 403 */
  async require(actor: Actor, action: Action, type: ItemType, item: Owned): Promise<void> {
    if (!(await this.allows(actor, action, type, item))) forbidden();
  }

  /** For rights that no item can change, such as making a book. @throws Problem 403 */
  requireRole(actor: Actor, permission: string): void {
    if (!can(actor, permission)) forbidden();
  }
}
