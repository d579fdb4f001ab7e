import { each, FLAG, listOf, record, type Schema, TEXT, WHOLE } from '@almanac/openapi';

const IMPORTED = record(
  { uid: TEXT },
  {
    id: WHOLE,
    recurrence_id: { ...TEXT, description: 'The occurrence of a series that this one stands for' },
    left_out: {
      ...listOf(TEXT),
      description:
        'Parts that the caller has no right to add, that are too long or cannot be read, or that have hostile addresses',
    },
  },
);

/** The report of `ImportService`. */
export const IMPORT_SCHEMA = record({
  dry_run: FLAG,
  totals: record(each(WHOLE, 'created', 'updated', 'skipped', 'failed')),
  ...each(listOf(IMPORTED), 'created', 'updated'),
  skipped: listOf(record({ uid: TEXT, reason: TEXT }, { id: WHOLE, recurrence_id: TEXT })),
  failed: listOf(
    record({ uid: TEXT, line: { ...WHOLE, description: 'Where the event begins in the file' }, message: TEXT }),
  ),
});

const orNull = (schema: Schema) => ({ anyOf: [schema, { type: 'null' }] });

/** The answer of `presentImportRun`. */
export const IMPORT_RUN_SCHEMA = record({
  id: WHOLE,
  state: { enum: ['waiting', 'running', 'done', 'failed', 'canceled'] },
  progress: record({ step: orNull(TEXT), done: WHOLE, total: WHOLE }),
  report: orNull(IMPORT_SCHEMA),
  error: orNull(record({ status: WHOLE, message: TEXT })),
  author: WHOLE,
  date_utc: TEXT,
  end_date_utc: orNull(TEXT),
});
