import type { RecordNoun } from '../record';

/**
 * SQL for the version of a record and of everything shown inside it, of table alias `alias`. Every change of these notes the record in
 * the change log. A version never returns: it names a transaction, and after a restore of the database also its time.
 */
export const shownVersion = (kind: RecordNoun, alias: string): string =>
  `(SELECT concat(transaction_id, '/', changed_at) FROM changes WHERE kind = '${kind}' AND record_id = ${alias}.id) AS version`;

/** A row with its `shownVersion`; null when the change log does not have the record. */
export interface VersionedRow {
  id: number;
  version: string | null;
}
