import { type Actor, can } from '@almanac/auth';
import type { ItemType } from '../items/item-kinds';
import type { Action } from './action';
import type { RoleLevel } from './evaluate';

/** The caller's role-level permissions for items of a type. */
export const roleLevelOf = (actor: Actor, action: Action, type: ItemType): RoleLevel => ({
  all: can(actor, `${type}-${action}-all`),
  own: can(actor, `${type}-${action}-own`),
});

const EVERYTHING: RoleLevel = { all: true, own: true };

/** The limits of the caller's token. Neither an override nor the admin role restores a permission outside the token's scope. */
export function reachOf({ limits }: Actor, action: Action, type: ItemType): RoleLevel {
  if (limits === undefined) return EVERYTHING;
  return { all: limits.reach.has(`${type}-${action}-all`), own: limits.reach.has(`${type}-${action}-own`) };
}
