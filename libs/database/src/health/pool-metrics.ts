import { gauge } from '@almanac/observability';
import type { Database } from '../database';
import { selectComputed, sql } from '../sql/typed-sql';

const LOCK_WAITS = sql`SELECT ${selectComputed<{ waits: number }>({ waits: 'count(*)::int' })} FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Measures the pool of the requests. Not in the constructor of pools: the probe has one too, whose gauges would replace these. */
export function measurePool(database: Database): void {
  gauge('almanac_database_connections', 'Open connections to the database.', () => database.pool?.totalCount ?? 0);
  gauge(
    'almanac_database_idle_connections',
    'Open connections that are not in use.',
    () => database.pool?.idleCount ?? 0,
  );
  gauge('almanac_database_waiting', 'Callers that wait for a connection.', () => database.pool?.waitingCount ?? 0);
  gauge('almanac_database_lock_waits', 'Statements of all processes that wait for a lock.', async () => {
    const [row] = await database.query(LOCK_WAITS);
    return row?.waits ?? 0;
  });
}
