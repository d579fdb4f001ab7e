import type { DataSource, EntitySubscriberInterface } from 'typeorm';
import { bePatient } from './patience';
import { ensureSessionDefaults, SESSION_DEFAULTS } from './session-defaults';

/** Any number, as long as nothing else in the database locks on it. */
const MIGRATION_LOCK = 7_240_551;

/** A migration that waits for a table makes everybody behind it wait, too. */
const OF_A_MIGRATION = { statementMs: 0, lockMs: 60_000 };
const OF_THE_NEXT_IN_LINE = { statementMs: 0, lockMs: 0 };

/** This session may have started before the database had its settings. */
const SETTINGS = Object.entries(SESSION_DEFAULTS).map(([name, value]) => `SET LOCAL ${name} = '${value}'`);

const setUpTransactions: EntitySubscriberInterface = {
  async afterTransactionStart({ queryRunner }) {
    await queryRunner.query(SETTINGS.join('; '));
    await bePatient(queryRunner, OF_A_MIGRATION);
  },
};

/**
 * Brings settings and schema of the database up to date. Several processes may start at once: the first one migrates, the others wait for it.
 * @returns the names of the migrations that ran here
 */
export async function migrate(source: DataSource): Promise<string[]> {
  // A second connection holds the lock, because each migration runs in a transaction of its own. It holds it in a transaction,
  // because a pooler may give every transaction another session.
  const guard = source.createQueryRunner();
  try {
    await guard.startTransaction();
    await bePatient(guard, OF_THE_NEXT_IN_LINE);
    await guard.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await ensureSessionDefaults(source);
    source.subscribers.push(setUpTransactions);
    const done = await source.runMigrations();
    return done.map((migration) => migration.name);
  } finally {
    source.subscribers.splice(0, source.subscribers.length, ...source.subscribers.filter((one) => one !== setUpTransactions));
    // Nothing was written here; the end of the transaction frees the lock.
    if (guard.isTransactionActive) await guard.rollbackTransaction();
    await guard.release();
  }
}
