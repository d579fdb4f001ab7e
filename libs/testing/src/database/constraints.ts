import { DatabaseError } from 'pg';
import { type DataSource, QueryFailedError } from 'typeorm';

/**
 * Names of the CHECK, UNIQUE and EXCLUDE constraints and of the unique indexes of our tables, in order. Those with all columns of the primary key
 * are left out: foreign keys need them, and the primary key refuses a row first.
 */
export async function constraintsOf(source: DataSource): Promise<string[]> {
  const found = await source.query<{ name: string }[]>(`
    SELECT conname AS name FROM pg_constraint WHERE contype IN ('c', 'x') AND connamespace = 'public'::regnamespace
    UNION ALL
    SELECT relname FROM pg_index made JOIN pg_class ON pg_class.oid = made.indexrelid
      WHERE made.indisunique AND relnamespace = 'public'::regnamespace AND made.indrelid <> 'migrations'::regclass AND NOT EXISTS (
        SELECT FROM pg_constraint key WHERE key.conrelid = made.indrelid AND key.contype = 'p'
          AND key.conkey::int[] <@ made.indkey::int2[]::int[])
    ORDER BY 1`);
  return found.map(({ name }) => name);
}

/** Runs the statements, and undoes them. @returns the constraint that refuses one of them; undefined when none does */
export async function refusedBy(source: DataSource, statements: readonly string[]): Promise<string | undefined> {
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  try {
    for (const statement of statements) await runner.query(statement);
    return undefined;
  } catch (failure) {
    const cause: unknown = failure instanceof QueryFailedError ? failure.driverError : failure;
    if (cause instanceof DatabaseError && cause.constraint !== undefined) return cause.constraint;
    throw failure;
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}
