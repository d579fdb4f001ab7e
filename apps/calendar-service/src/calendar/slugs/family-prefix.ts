const ROOM_FOR_NUMBERS = 190;

/** The common prefix of all numbered versions of a slug. Long slugs lose letters at the end to make room for the number. */
export const familyPrefix = (slug: string): string =>
  slug.length > ROOM_FOR_NUMBERS ? slug.slice(0, ROOM_FOR_NUMBERS) : `${slug}-`;

/**
 * SQL for the slugs of a table that are among the wanted ones, or numbered versions of them, by two parameters: `$1` the slugs, `$2` their
 * prefixes. Two ranges of one index each, because PostgreSQL would read the whole table for an OR between them.
 * @param from the table
 * @param where further conditions, by columns of the table
 */
export const takenSlugsSql = (from: string, where: string): string =>
  `SELECT slug FROM ${from} WHERE slug = ANY($1::text[]) AND ${where}
    UNION SELECT numbered.slug FROM unnest($2::text[]) AS prefix CROSS JOIN LATERAL (
      SELECT slug FROM ${from} WHERE slug >= prefix COLLATE "C" AND slug < (prefix || '~') COLLATE "C" AND ${where}) numbered`;
