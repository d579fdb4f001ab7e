import { type Actor, can } from '@almanac/auth';
import type { ItemType } from '../content-tree/content-item';
import type { Action } from './action';
import type { RoleLevel } from './evaluate';

/** What the caller's roles grant on all items of a type, or on their own. */
export const roleLevelOf = (actor: Actor, action: Action, type: ItemType): RoleLevel => ({
  all: can(actor, `${type}-${action}-all`),
  own: can(actor, `${type}-${action}-own`),
});

const EVERYTHING: RoleLevel = { all: true, own: true };

/** What the caller's token reaches, whoever grants it: neither an override nor being an administrator gives back what it leaves out. */
export function reachOf({ limits }: Actor, action: Action, type: ItemType): RoleLevel {
  if (limits === undefined) return EVERYTHING;
  return { all: limits.reach.has(`${type}-${action}-all`), own: limits.reach.has(`${type}-${action}-own`) };
}
