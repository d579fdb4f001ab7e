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
}

export const ANONYMOUS: Actor = { id: 0, name: '', slug: '', roleIds: [], permissions: new Set(), isAdmin: false };

export const isAnonymous = (actor: Actor): boolean => actor.id === 0;

export const can = (actor: Actor, permission: string): boolean => actor.permissions.has(permission);
