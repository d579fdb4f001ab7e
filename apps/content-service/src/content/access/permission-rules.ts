import { type Actor, can } from '@almanac/auth';
import { forbidden } from '@almanac/errors';
import type { ItemType } from '../kinds/item-kinds';

export const ACTIONS = ['view', 'create', 'update', 'delete'] as const;
/** An operation on an item that roles and overrides can grant. */
export type Action = (typeof ACTIONS)[number];

/** The overrides of one item, for one action. */
export interface ItemOverrides {
  /** By role id: granted or denied. */
  roles: ReadonlyMap<number, boolean>;
  /** The rule for everyone else; undefined while the item inherits. */
  fallback?: boolean;
}

/** The outcome of a chain of overrides; with `inherits`, role-level permissions decide. */
export type Decision = 'allowed' | 'denied' | 'inherits';

/** Role-level permissions of the caller: `<type>-<action>-all` for every item, `-own` for items that the caller owns. */
interface RoleLevel {
  all: boolean;
  own: boolean;
}

/**
 * Steps 2 to 5 of content-behaviour §11.2.
 * @param chain the item's own overrides first, then those of its ancestors; a shelf is not an ancestor of its books
 * @param roleIds the caller's roles
 */
export function decideByOverrides(chain: readonly ItemOverrides[], roleIds: readonly number[]): Decision {
  const recorded = new Map<number, boolean>();
  let fallback: boolean | undefined;
  for (const overrides of chain) {
    for (const role of roleIds) {
      const granted = overrides.roles.get(role);
      if (granted !== undefined && !recorded.has(role)) recorded.set(role, granted);
    }
    if (overrides.fallback !== undefined) {
      // A fallback ends the search: role rows of this item count, those of items above do not.
      fallback = overrides.fallback;
      break;
    }
  }
  // Any grant among the caller's roles is enough; a role's row beats the fallback.
  const isGranted = recorded.size > 0 ? [...recorded.values()].some(Boolean) : fallback;
  return isGranted === undefined ? 'inherits' : isGranted ? 'allowed' : 'denied';
}

/** Step 6 of content-behaviour §11.2: role-level permissions decide where overrides do not. */
export function isAllowed(decision: Decision, { all, own }: RoleLevel, isOwner: boolean): boolean {
  return decision === 'inherits' ? all || (own && isOwner) : decision === 'allowed';
}

/** The caller's role-level permissions for items of a type. */
export const roleLevelOf = (actor: Actor, action: Action, type: ItemType): RoleLevel => ({
  all: can(actor, `${type}-${action}-all`),
  own: can(actor, `${type}-${action}-own`),
});

const NO_LIMITS: RoleLevel = { all: true, own: true };

/** The limits of the caller's token. Neither an override nor the admin role restores a permission outside the token's scope. */
export function tokenLimitsOf({ limits }: Actor, action: Action, type: ItemType): RoleLevel {
  if (limits === undefined) return NO_LIMITS;
  return { all: limits.reach.has(`${type}-${action}-all`), own: limits.reach.has(`${type}-${action}-own`) };
}

/** Whether permissions include another one: `…-all` includes `…-own`. */
export const includesPermission = (permissions: ReadonlySet<string>, name: string): boolean =>
  permissions.has(name) || (name.endsWith('-own') && permissions.has(name.replace(/-own$/, '-all')));

/**
 * Whether the caller has a right on all records, or on own records and owns this one. Overrides do not count.
 * @param right without its suffix, e.g. `comment-update`
 */
export const canAllOrOwn = (actor: Actor, right: string, owner: number | null): boolean =>
  can(actor, `${right}-all`) || (owner === actor.id && can(actor, `${right}-own`));

/** The combined power of several roles. */
export interface RolePower {
  readonly permissions: readonly string[];
  readonly isAdmin: boolean;
}

/**
 * Checks a grant of a role, a permission or a way to log in. A token with limits must not grant more than its own scope.
 * Callers without limits may grant anything (content-behaviour §12.3, §13).
 * @throws Problem 403
 */
export function requireTokenScope({ limits, isAdmin }: Actor, power: RolePower): void {
  if (limits === undefined) return;
  const isWithin =
    power.permissions.every((name) => includesPermission(limits.reach, name)) && (isAdmin || !power.isAdmin);
  if (!isWithin) forbidden();
}
