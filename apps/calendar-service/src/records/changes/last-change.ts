/** SQL for a column of the change log, of the event with this table alias. */
export const ofLastChange = (column: 'modified_at' | 'raised', alias: string): string =>
  `(SELECT ${column} FROM changes WHERE kind = 'event' AND record_id = ${alias}.id)`;

/** A join with the same row as `change`, for lists ordered or filtered by the last change. */
export const LAST_CHANGE = `JOIN changes change ON change.kind = 'event' AND change.record_id = event.id`;
