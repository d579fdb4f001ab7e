// Without the description of a system, every path is unknown. The build puts the types of both services' descriptions in this place.

export type ContentPaths = Record<string, object>;
export type CalendarPaths = Record<string, object>;

/** The named schemas of the services: `Content['schemas']['Page']`. */
export type Content = Record<string, object>;
export type Calendar = Record<string, object>;

/** Paths whose POST refuses an `Idempotency-Key`. */
export const KEYLESS: readonly string[] = [];
