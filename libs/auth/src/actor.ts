/** The scope of a restricted token. */
export interface TokenLimits {
  /** Permission names in the token's scope, also those that its user does not hold: grants of item-level rules must be in scope too. */
  readonly reach: ReadonlySet<string>;
  /** Only requests with safe methods are allowed. */
  readonly readOnly: boolean;
}

/** The caller of a request, with the data that access checks need. */
export interface Actor {
  /** 0 for a caller without credentials. */
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly roleIds: readonly number[];
  /** Role-level permission names, e.g. `page-create-all` (content-behaviour §12.1). */
  readonly permissions: ReadonlySet<string>;
  /** Holds the system's admin role: item-level rules do not apply, role-level permissions still do. */
  readonly isAdmin: boolean;
  /** Absent when the caller has all rights of the user. `permissions` are already restricted to this scope; `isAdmin` is the user's own. */
  readonly limits?: TokenLimits;
}

export const ANONYMOUS: Actor = { id: 0, name: '', slug: '', roleIds: [], permissions: new Set(), isAdmin: false };

export const isAnonymous = (actor: Actor): boolean => actor.id === 0;

export const can = (actor: Actor, permission: string): boolean => actor.permissions.has(permission);
