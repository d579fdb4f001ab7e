import { type Actor, can } from '@almanac/auth';
import type { ItemType } from '../content-tree/content-item';
import type { Action } from './action';
import type { RoleLevel } from './evaluate';

/** What the caller's roles grant on all items of a type, or on their own. */
export const roleLevelOf = (actor: Actor, action: Action, type: ItemType): RoleLevel => ({
  all: can(actor, `${type}-${action}-all`),
  own: can(actor, `${type}-${action}-own`),
});
