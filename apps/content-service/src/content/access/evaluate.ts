/** The overrides of one item, for one action. */
export interface Level {
  /** By role id: granted or denied. */
  roles: ReadonlyMap<number, boolean>;
  /** The rule for everyone else; undefined while the item inherits. */
  fallback?: boolean;
}

/** The outcome of a chain of overrides; with `unruled`, role-level permissions decide. */
export type Ruling = 'allowed' | 'denied' | 'unruled';

/** Role-level permissions of the caller: `<type>-<action>-all` for every item, `-own` for items that the caller owns. */
export interface RoleLevel {
  all: boolean;
  own: boolean;
}

/**
 * Steps 2 to 5 of content-behaviour §11.2.
 * @param chain the item's own level first, then those of its ancestors; a shelf is not an ancestor of its books
 * @param roleIds the caller's roles
 */
export function ruleOf(chain: readonly Level[], roleIds: readonly number[]): Ruling {
  const recorded = new Map<number, boolean>();
  let fallback: boolean | undefined;
  for (const level of chain) {
    for (const role of roleIds) {
      const granted = level.roles.get(role);
      if (granted !== undefined && !recorded.has(role)) recorded.set(role, granted);
    }
    if (level.fallback !== undefined) {
      // A fallback ends the search: role rows of this level count, levels above do not.
      fallback = level.fallback;
      break;
    }
  }
  // Any grant among the caller's roles is enough; a role's row beats the fallback.
  const verdict = recorded.size > 0 ? [...recorded.values()].some(Boolean) : fallback;
  return verdict === undefined ? 'unruled' : verdict ? 'allowed' : 'denied';
}

/** Step 6 of content-behaviour §11.2: role-level permissions decide where overrides do not. */
export function decide(ruling: Ruling, { all, own }: RoleLevel, isOwner: boolean): boolean {
  return ruling === 'unruled' ? all || (own && isOwner) : ruling === 'allowed';
}
