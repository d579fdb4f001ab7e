/** What a token leaves of its user's rights. */
export interface TokenLimits {
  /** Permission names that the token reaches, whether its user holds them or not: what item-level rules grant must be among them too. */
  readonly reach: ReadonlySet<string>;
  /** Only requests that change nothing are served. */
  readonly readOnly: boolean;
}

/** The caller of a request, as far as rights are concerned. */
export interface Actor {
  /** 0 for a caller without credentials. */
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly roleIds: readonly number[];
  /** Role-level permission names, e.g. `page-create-all` (content-behaviour §12.1). */
  readonly permissions: ReadonlySet<string>;
  /** Holds the system's admin role: item-level rules do not bind, role-level permissions still do. */
  readonly isAdmin: boolean;
  /** Absent when the caller may do all that their user may. `permissions` are already what is left; `isAdmin` still tells of the user. */
  readonly limits?: TokenLimits;
}

export const ANONYMOUS: Actor = { id: 0, name: '', slug: '', roleIds: [], permissions: new Set(), isAdmin: false };

export const isAnonymous = (actor: Actor): boolean => actor.id === 0;

export const can = (actor: Actor, permission: string): boolean => actor.permissions.has(permission);
