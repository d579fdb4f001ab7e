import type { Actor, TokenLimits } from '@almanac/auth';
import { forbidden } from '@almanac/errors';

/** The combined power of several roles. */
export interface RolePower {
  readonly permissions: readonly string[];
  readonly isAdmin: boolean;
}

/** Whether the token's scope includes the permission. `…-all` includes `…-own`. */
export const isReached = (name: string, { reach }: TokenLimits): boolean =>
  reach.has(name) || (name.endsWith('-own') && reach.has(name.replace(/-own$/, '-all')));

/**
 * Checks a grant of a role, a permission or a way to log in: a token with limits must not grant more than its own scope.
 * Callers without limits may grant anything (content-behaviour §12.3, §13).
 * @throws Problem 403
 */
export function requireReach({ limits, isAdmin }: Actor, power: RolePower): void {
  if (limits === undefined) return;
  const isWithin = power.permissions.every((name) => isReached(name, limits)) && (isAdmin || !power.isAdmin);
  if (!isWithin) forbidden();
}
