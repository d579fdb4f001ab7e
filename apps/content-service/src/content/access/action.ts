export const ACTIONS = ['view', 'create', 'update', 'delete'] as const;

/** An operation on an item that roles and overrides can grant. */
export type Action = (typeof ACTIONS)[number];
