import type { Actor, TokenLimits } from '@almanac/auth';
import { forbidden } from '@almanac/errors';

/** What roles allow together. */
export interface RolePower {
  readonly permissions: readonly string[];
  readonly isAdmin: boolean;
}

/** Whether a permission is among those that limits leave. A permission for one's own things is part of the one for all. */
export const isReached = (name: string, { reach }: TokenLimits): boolean =>
  reach.has(name) || (name.endsWith('-own') && reach.has(name.replace(/-own$/, '-all')));

/**
 * For giving somebody a role, a permission, or a way to log in: a narrowed token gives none that it does not reach itself. Callers without
 * limits may give what they like (content-behaviour §12.3, §13).
 * @throws Problem 403
 */
export function requireReach({ limits, isAdmin }: Actor, power: RolePower): void {
  if (limits === undefined) return;
  const isWithin = power.permissions.every((name) => isReached(name, limits)) && (isAdmin || !power.isAdmin);
  if (!isWithin) forbidden();
}
