import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { allowSilence } from '../connections/service-pool';

interface IndexOptions {
  isUnique?: boolean;
  /** The schema of the table, if it is not the usual one. */
  schema?: string;
}

/**
 * Builds an index while writers go on, and however long it takes: an ordinary build would keep them out of the table. Call it in a migration
 * with `transaction = false`. An earlier attempt may have left an index that is not valid; it is dropped.
 *
 * The build waits for older transactions, among them that of a second `migrate`, which waits for this one. So the limit of waits for locks
 * stays, and `migrate` tries again. A pooler may give the build another session than the raised time-out.
 * @param on table and columns, e.g. `pages (chapter_id, id) WHERE deleted_at IS NULL`
 */
export async function createIndexConcurrently(
  runner: QueryRunner,
  name: string,
  on: string,
  { isUnique = false, schema }: IndexOptions = {},
): Promise<void> {
  const prefix = schema === undefined ? '' : `${schema}.`;
  const client: unknown = await runner.connect();
  // The pool sets the limit again for the next user of the connection.
  if (client instanceof Client) allowSilence(client, 0);
  await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${prefix}${name}`);
  await runner.query('SET statement_timeout = 0');
  try {
    await runner.query(`CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${name} ON ${prefix}${on}`);
  } finally {
    await runner.query('RESET statement_timeout');
  }
}
