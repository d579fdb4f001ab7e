import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';

/**
 * Codes after which a retry may succeed: deadlock and serialisation failure. Or another transaction has just taken a unique value, or deleted a
 * referenced row. The retry then reads that the row is missing.
 */
const LOST_RACES = ['40P01', '40001', '23505', '23503'];

/** `invalid_sql_statement_name` and `duplicate_prepared_statement`. */
const LOST_STATEMENT = ['26000', '42P05'];

/** True when a unique index refused a row. @param index the only index that counts */
export function isUniqueViolation(failure: unknown, index?: string): boolean {
  const { code, constraint } = saidByServer(failure);
  return code === '23505' && (index === undefined || constraint === index);
}

/** Whether a transaction that ended so may succeed when it is repeated. */
export const mayRetry = (failure: unknown): boolean =>
  LOST_RACES.includes(serverCodeOf(failure) ?? '') || isOutdatedStatement(failure) || isLostStatement(failure);

/** Whether a schema change has altered the columns that a named statement returns. PostgreSQL refuses it before it runs. */
export function isOutdatedStatement(failure: unknown): boolean {
  const { code, routine } = saidByServer(failure);
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

/**
 * Whether a named statement is unknown to the session, or is prepared there already. A pooler has lent the connection another session.
 * PostgreSQL refuses the statement before it runs.
 */
export const isLostStatement = (failure: unknown): boolean => LOST_STATEMENT.includes(serverCodeOf(failure) ?? '');

/** PostgreSQL's code of a failure; undefined when the error does not come from the server. */
export const serverCodeOf = (failure: unknown): string | undefined => saidByServer(failure).code;

const causeOf = (failure: unknown): unknown => (failure instanceof QueryFailedError ? failure.driverError : failure);

function saidByServer(failure: unknown): Partial<DatabaseError> {
  const cause = causeOf(failure);
  return cause instanceof DatabaseError ? cause : {};
}
