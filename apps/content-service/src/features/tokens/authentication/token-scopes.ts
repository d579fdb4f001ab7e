import type { TokenLimits } from '@almanac/auth';
import { ALL_PERMISSIONS } from '../../../content/access/permission-names';
import { includesPermission } from '../../../content/access/permission-rules';

/** Permissions of the scope `read`: viewing and exporting. */
const READING: readonly string[] = ALL_PERMISSIONS.filter(
  (name) => /-view-(all|own|private)$/.test(name) || name === 'content-export',
);

/** Every scope includes it, because no token works without it. */
const ALWAYS = 'access-api';

/** `read`, `write`, or the name of a permission. */
export const TOKEN_SCOPES: readonly string[] = ['read', 'write', ...ALL_PERMISSIONS];

/**
 * The limits that token scopes put on a user's permissions; several scopes add up. `read` allows viewing and exporting, by requests that
 * change nothing. `write` allows everything. The name of a permission allows that permission and API access.
 * @param scopes null for a token without scopes
 * @returns undefined when there is no limit
 */
export function limitsOf(scopes: readonly string[] | null): TokenLimits | undefined {
  if (scopes === null || scopes.includes('write')) return undefined;
  const reach = scopes.flatMap((scope) => (scope === 'read' ? READING : [scope]));
  return { reach: new Set([ALWAYS, ...reach]), readOnly: scopes.every((scope) => scope === 'read') };
}

/**
 * A user's permissions within the limits of a token. A permission for all items (`page-update-all`) includes the one for own items, so a
 * token may be limited to the latter.
 */
export function permissionsWithin(
  permissions: ReadonlySet<string>,
  limits: TokenLimits | undefined,
): ReadonlySet<string> {
  if (limits === undefined) return permissions;
  return new Set([...limits.reach].filter((name) => includesPermission(permissions, name)));
}

/**
 * Whether a caller with the limits `outer` may create a token with the limits `inner`. A token must not grant more than its creator holds.
 */
export function isWithin(inner: TokenLimits | undefined, outer: TokenLimits | undefined): boolean {
  if (outer === undefined) return true;
  if (inner === undefined || (outer.readOnly && !inner.readOnly)) return false;
  return [...inner.reach].every((name) => includesPermission(outer.reach, name));
}
