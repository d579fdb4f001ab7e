import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { allowSilence } from './service-pool';

interface SessionTimeouts {
  /** How long one statement may take, in milliseconds; 0 means no limit. */
  statementMs: number;
  /** How long it may wait for a lock, in milliseconds; 0 means no limit. */
  lockMs: number;
}

/** For jobs and periodic tasks: no caller waits for them, and they work on more rows than a request does. */
export const MAINTENANCE: SessionTimeouts = { statementMs: 600_000, lockMs: 60_000 };

/** Extra time before the connection is closed, so that a living server cancels the statement first. */
const SERVER_FIRST_MS = 5_000;

/** Raises the time-outs for the transaction that has just begun on this connection. */
export async function setSessionTimeouts(runner: QueryRunner, { statementMs, lockMs }: SessionTimeouts): Promise<void> {
  const client: unknown = await runner.connect();
  if (client instanceof Client) allowSilence(client, statementMs && statementMs + SERVER_FIRST_MS);
  await runner.query(
    `SET LOCAL statement_timeout = ${statementMs}; SET LOCAL lock_timeout = ${lockMs}; SET LOCAL idle_in_transaction_session_timeout = ${statementMs}`,
  );
}
