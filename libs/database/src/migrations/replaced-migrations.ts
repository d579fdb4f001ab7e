import type { DataSource } from 'typeorm';

/** Migrations of former versions, in whose place others create the same schema from an empty database. */
export interface ReplacedMigrations {
  /** Name of the last one: a database that has it has the whole schema. */
  last: string;
  /** Classes of those that came in their place. */
  by: readonly { name: string }[];
}

/** Names of migrations that a database has, or had when it was backed up, with the replacements in place of the former ones. */
export function namesNow(names: readonly string[], { last, by }: ReplacedMigrations): string[] {
  if (!names.includes(last)) return [...names];
  const since = names.filter((name) => timeOf(name) > timeOf(last));
  return [...new Set([...by.map(({ name }) => name), ...since])];
}

/** The 13 digits at the end of the name. */
const timeOf = (name: string): number => Number(name.slice(-13));

/**
 * Notes the replacements in a database that has the last former migration. The former names stay, because the version before this one starts
 * only on a database that has them.
 * @throws Error for a database that has only some of the former migrations
 */
export async function recordReplacements(source: DataSource, { last, by }: ReplacedMigrations): Promise<void> {
  const names = await appliedMigrations(source);
  if (names.length === 0) return;
  const missing = by.map(({ name }) => name).filter((name) => !names.includes(name));
  // A new database whose first migrations were interrupted lacks some, too.
  if (missing.length < by.length) return;
  if (!names.includes(last))
    throw new Error(`This database lacks the migration ${last}. Upgrade to the version before this one first.`);
  await source.query(
    `INSERT INTO migrations (timestamp, name)
     SELECT right(name, 13)::bigint, name FROM unnest($1::text[]) AS name`,
    [missing],
  );
}

/** In the order in which they ran; none without the table. */
export async function appliedMigrations(source: DataSource): Promise<string[]> {
  const [table] = await source.query<{ exists: boolean }[]>(`SELECT to_regclass('migrations') IS NOT NULL AS exists`);
  if (!table?.exists) return [];
  return (await source.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id')).map(({ name }) => name);
}
