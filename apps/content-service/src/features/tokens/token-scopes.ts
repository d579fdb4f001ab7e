import type { TokenLimits } from '@almanac/auth';
import { ALL_PERMISSIONS } from '../../domain/access/permission-names';
import { isReached } from '../../domain/access/token-reach';

/** Seeing and taking out: what `read` leaves. */
const READING: readonly string[] = ALL_PERMISSIONS.filter((name) => /-view-(all|own|private)$/.test(name) || name === 'content-export');

/** No token is of use without it, so every scope holds it. */
const ALWAYS = 'access-api';

/** `read`, `write`, or the name of a permission. */
export const TOKEN_SCOPES: readonly string[] = ['read', 'write', ...ALL_PERMISSIONS];

/**
 * What these scopes leave of a user's rights; several add up. `read` leaves viewing and exporting, by requests that change nothing; `write` leaves
 * everything; the name of a permission leaves that one (and being a caller at all).
 * @param scopes null for a token without scopes
 * @returns undefined when nothing is taken away
 */
export function limitsOf(scopes: readonly string[] | null): TokenLimits | undefined {
  if (scopes === null || scopes.includes('write')) return undefined;
  const reach = scopes.flatMap((scope) => (scope === 'read' ? READING : [scope]));
  return { reach: new Set([ALWAYS, ...reach]), readOnly: scopes.every((scope) => scope === 'read') };
}

/**
 * The permissions that are left of those that a user holds. Who holds one for everything (`page-update-all`) holds it for what is theirs,
 * so a token may be narrowed from the one to the other.
 */
export function permissionsWithin(held: ReadonlySet<string>, limits: TokenLimits | undefined): ReadonlySet<string> {
  if (limits === undefined) return held;
  const isLeft = (name: string) => held.has(name) || (name.endsWith('-own') && held.has(name.replace(/-own$/, '-all')));
  return new Set([...limits.reach].filter(isLeft));
}

/** Whether a caller with the one kind of limits may hand out a token with the other: nothing must come of it that they have not got. */
export function isWithin(inner: TokenLimits | undefined, outer: TokenLimits | undefined): boolean {
  if (outer === undefined) return true;
  if (inner === undefined || (outer.readOnly && !inner.readOnly)) return false;
  return [...inner.reach].every((name) => isReached(name, outer));
}
