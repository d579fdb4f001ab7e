import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntitySubscriberInterface, QueryRunner } from 'typeorm';
import { serverCodeOf } from '../connections/failures';
import { ensureSessionDefaults, SESSION_DEFAULTS } from '../connections/session-defaults';
import { setSessionTimeouts } from '../connections/session-timeouts';
import { MIGRATION_LOCK } from '../connections/shared-locks';
import { appliedMigrations, recordReplacements, type ReplacedMigrations } from './replaced-migrations';

/**
 * While a migration waits for a lock on a table, all later queries of that table wait behind it. Callers wait for 5 s at most, so it gives
 * up earlier, lets them pass, and tries again.
 */
const OF_A_MIGRATION = { statementMs: 0, lockMs: 2_000 };
const LOCK_TIMEOUT = '55P03';
const MAX_ATTEMPTS = 60;
const PAUSE_MS = 1_000;
const LOOK_AGAIN_MS = 200;
/** The transaction with the lock is idle while the migrations run, however long they take. */
const OF_THE_GUARD = { statementMs: 0, lockMs: 0 };

/** Needed because this session may have started before the database had its settings. */
const SETTINGS = Object.entries(SESSION_DEFAULTS).map(([name, value]) => `SET LOCAL ${name} = '${value}'`);

const setUpTransactions: EntitySubscriberInterface = {
  async afterTransactionStart({ queryRunner }) {
    await queryRunner.query(SETTINGS.join('; '));
    await setSessionTimeouts(queryRunner, OF_A_MIGRATION);
  },
};

/** A data source that may have migrations in the place of former ones. */
type MigratedSource = DataSource & { readonly replaced?: ReplacedMigrations | undefined };

/** Gets the name of a migration, and how long it took in milliseconds. */
type ReportMigration = (name: string, ms: number) => void;

/**
 * Brings settings and schema of the database up to date. When several processes start at once, one migrates and the others wait for it.
 * @param report gets each migration after it ran here
 * @returns the names that the database got: of migrations that ran here, and of replacements that were noted
 * @throws Error for a database that has only some of the replaced migrations
 */
export async function migrate(source: MigratedSource, report: ReportMigration = () => undefined): Promise<string[]> {
  // A second connection holds the lock, because each migration runs in a transaction of its own. The lock belongs to a transaction,
  // because a pooler may give every transaction another session.
  const guard = source.createQueryRunner();
  try {
    await guard.startTransaction();
    await setSessionTimeouts(guard, OF_THE_GUARD);
    while (!(await isFirst(guard))) await sleep(LOOK_AGAIN_MS);
    await ensureSessionDefaults(source);
    source.subscribers.push(setUpTransactions);
    return await runPending(source, report);
  } finally {
    source.subscribers.splice(
      0,
      source.subscribers.length,
      ...source.subscribers.filter((one) => one !== setUpTransactions),
    );
    // This transaction wrote nothing; its end releases the lock.
    if (guard.isTransactionActive) await guard.rollbackTransaction();
    await guard.release();
  }
}

/**
 * Tries to take the lock. `CREATE INDEX CONCURRENTLY` waits for all snapshots, so this transaction must hold none. A statement that waits
 * for the lock has one, and the portal of a statement with parameters keeps it.
 */
async function isFirst(guard: QueryRunner): Promise<boolean> {
  const [lock] = await guard.manager.query<{ isTaken: boolean }[]>(
    `SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS "isTaken"`,
  );
  return lock?.isTaken === true;
}

async function runPending(source: MigratedSource, report: ReportMigration): Promise<string[]> {
  const before = await appliedMigrations(source);
  const restore = reportEach(source, report);
  try {
    await repeatedly(source);
    return (await appliedMigrations(source)).filter((name) => !before.includes(name));
  } finally {
    restore();
  }
}

/** @returns a function that ends the reports */
function reportEach({ migrations }: DataSource, report: ReportMigration): () => void {
  const undo = migrations.map((migration) => {
    const run = migration.up.bind(migration);
    migration.up = async (runner) => {
      const start = performance.now();
      await run(runner);
      report(migration.name ?? migration.constructor.name, Math.round(performance.now() - start));
    };
    return () => (migration.up = run);
  });
  return () => undo.forEach((restore) => restore());
}

/** Each migration has a transaction of its own, so an attempt continues after those that an earlier one finished. */
async function repeatedly(source: MigratedSource): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (source.replaced) await recordReplacements(source, source.replaced);
      await source.runMigrations();
      return;
    } catch (failure) {
      if (serverCodeOf(failure) !== LOCK_TIMEOUT || attempt === MAX_ATTEMPTS) throw failure;
      await sleep(PAUSE_MS);
    }
  }
}

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
