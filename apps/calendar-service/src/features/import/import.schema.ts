import { each, FILE, FLAG, listOf, NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';

const IMPORTED = record(
  { uid: TEXT },
  {
    id: WHOLE,
    recurrence_id: { ...TEXT, description: 'The occurrence of a series that this one stands for' },
    left_out: {
      ...listOf(TEXT),
      description:
        'Parts of the file that the event lacks: the caller has no right to add them, they are too long or cannot be read, they have hostile addresses, or events have nothing like them. Properties and components have their names in lower case, parameters `property;parameter`',
    },
  },
);

export const CALENDAR_FORM = new NamedSchema('CalendarForm', record({ file: FILE }));

/** The report of `ImportService`. */
export const IMPORT_SCHEMA = record(
  {
    dry_run: FLAG,
    totals: record(each(WHOLE, 'created', 'updated', 'skipped', 'failed')),
    ...each(listOf(IMPORTED), 'created', 'updated'),
    skipped: listOf(record({ uid: TEXT, reason: TEXT }, { id: WHOLE, recurrence_id: TEXT })),
    failed: listOf(
      record({ uid: TEXT, line: { ...WHOLE, description: 'Where the event begins in the file' }, message: TEXT }),
    ),
  },
  {
    ignored: {
      ...listOf(
        record({ component: TEXT, count: WHOLE, line: { ...WHOLE, description: 'Where the first one begins' } }),
      ),
      description: 'Components of the file that are no events, by name',
    },
  },
);

/** The answer of `presentImportRun`. */
export const IMPORT_RUN_SCHEMA = record({
  id: WHOLE,
  state: { ...TEXT, enum: ['waiting', 'running', 'done', 'failed', 'canceled'] },
  progress: record({ step: orNull(TEXT), done: WHOLE, total: WHOLE }),
  report: orNull(IMPORT_SCHEMA),
  error: orNull(record({ status: WHOLE, message: TEXT })),
  author: WHOLE,
  date_utc: TEXT,
  end_date_utc: orNull(TEXT),
});
