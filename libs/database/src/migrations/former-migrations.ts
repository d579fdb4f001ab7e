import type { DataSource } from 'typeorm';

/** Migrations that were replaced by fewer ones with the same result. */
export interface FormerMigrations {
  names: readonly string[];
  /** The names of the migrations that replace them. */
  replacements: readonly string[];
  /** The last commit with the former migrations. */
  lastCommit: string;
}

export class FormerMigrationsError extends Error {
  override readonly name = 'FormerMigrationsError';
}

/**
 * Marks the replacements as done in a database that has all former migrations. Their names stay, so that the previous version, which
 * still runs during an upgrade, remains ready and never repeats them.
 * @throws FormerMigrationsError when the database has only some of them
 */
export async function adoptFormerMigrations(
  source: DataSource,
  { names, replacements, lastCommit }: FormerMigrations,
): Promise<void> {
  const [table] = await source.query<{ exists: boolean }[]>(`SELECT to_regclass('migrations') IS NOT NULL AS exists`);
  if (!table?.exists) return;
  const rows = await source.query<{ name: string }[]>('SELECT name FROM migrations');
  const done = new Set(rows.map(({ name }) => name));
  const former = names.filter((name) => done.has(name)).length;
  if (former === 0) return;
  if (former < names.length)
    throw new FormerMigrationsError(
      `The database has ${former} of ${names.length} former migrations. Run "migrate" of commit ${lastCommit}, then of this version.`,
    );
  await source.query(
    `INSERT INTO migrations ("timestamp", name) SELECT right(name, 13)::bigint, name
     FROM unnest($1::text[]) WITH ORDINALITY AS replacement (name, place) WHERE name <> ALL ($2) ORDER BY place`,
    [replacements, [...done]],
  );
}
