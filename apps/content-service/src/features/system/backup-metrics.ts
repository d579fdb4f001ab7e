import { Database, selectComputed, sql } from '@almanac/database';
import { gauge } from '@almanac/observability';
import type { FactoryProvider } from '@nestjs/common';

/** Without any backup yet, the first user tells when the system was installed. */
const AGE = `extract(epoch FROM now() - coalesce(
  (SELECT max(ended_at) FROM backup_runs WHERE complete), (SELECT min(created_at) FROM users), now()))::float8`;

const FAILED = 'coalesce((SELECT 1 - complete::integer FROM backup_runs ORDER BY id DESC LIMIT 1), 0)';

/** Measures what the backup program left in the database. A program that is never started leaves nothing, so its age tells that. */
export const BACKUP_METRICS: FactoryProvider<null> = {
  provide: Symbol('metrics of backups'),
  inject: [Database],
  useFactory: (database: Database) => {
    const read = (value: string) => async () => {
      const [row] = await database.query(sql`SELECT ${selectComputed<{ value: number }>({ value })}`);
      return row?.value ?? Number.NaN;
    };
    gauge('almanac_backup_age_seconds', 'Age of the newest complete backup, or of the system without any.', read(AGE));
    gauge('almanac_backup_failed', 'Whether the newest run of the backup program failed.', read(FAILED));
    return null;
  },
};
