import type { RecordNoun } from '../record';

/**
 * SQL for the version of a record and of everything shown inside it, of table alias `alias`. Every change of these notes the record in
 * the change log. A version never returns: it names a transaction, and after a restore of the database also its time.
 */
export const shownVersion = (kind: RecordNoun, alias: string): string =>
  `(SELECT concat(transaction_id, '/', changed_at) FROM changes WHERE kind = '${kind}' AND record_id = ${alias}.id) AS version`;

/** SQL for a column of the change log, of the event with this table alias. */
export const ofLastChange = (column: 'modified_at' | 'raised', alias: string): string =>
  `(SELECT ${column} FROM changes WHERE kind = 'event' AND record_id = ${alias}.id)`;

/** A join with the same row as `change`, for lists ordered or filtered by the last change. */
export const LAST_CHANGE = `JOIN changes change ON change.kind = 'event' AND change.record_id = event.id`;

/** A row with its `shownVersion`; null when the change log does not have the record. */
export interface VersionedRow {
  id: number;
  version: string | null;
}
