import type { DataSource } from 'typeorm';

/**
 * Names of the migrations of this build that the database lacks. A newer schema is fine: an upgrade may already have migrated while this
 * version still serves.
 * @param read runs a statement; the caller chooses the connection
 */
export async function pendingMigrations(
  { migrations }: DataSource,
  read: (sql: string) => Promise<readonly { name: string }[]>,
): Promise<string[]> {
  if (migrations.length === 0) return [];
  const done = new Set((await read('SELECT name FROM migrations')).map(({ name }) => name));
  return migrations.map(({ name, constructor }) => name ?? constructor.name).filter((name) => !done.has(name));
}
