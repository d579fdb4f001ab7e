import type { Database } from './database';

/**
 * Throws unless the database answers and holds every migration of this build.
 * A newer schema than ours is fine: an upgrade may already have migrated while this version still serves.
 */
export async function checkDatabase(database: Database): Promise<void> {
  await database.query('SELECT 1');
  if (await database.source.showMigrations()) throw new Error('migrations are pending');
}
