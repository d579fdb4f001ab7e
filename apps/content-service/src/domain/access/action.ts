export const ACTIONS = ['view', 'create', 'update', 'delete'] as const;

/** What someone may do with an item. */
export type Action = (typeof ACTIONS)[number];
