import { NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import type { Run } from '@almanac/jobs';
import { USER_ID, UTC_TIME, utcMicros, utcMicrosOrNull } from '../../../content/kinds/presentation';

/** The state of an import run. */
export function presentImportRun({ subject, state, step, done, total, outcome, createdBy, createdAt, endedAt }: Run) {
  return {
    import_id: subject,
    state,
    progress: { step, done, total },
    item: outcome && 'answer' in outcome ? outcome.answer : null,
    error: outcome && 'failure' in outcome ? { code: outcome.failure.status, message: outcome.failure.message } : null,
    created_by: createdBy,
    created_at: utcMicros(createdAt),
    ended_at: utcMicrosOrNull(endedAt),
  };
}

export const IMPORT_RUN_SCHEMA = new NamedSchema(
  'ImportRun',
  record({
    import_id: WHOLE,
    state: TEXT,
    progress: record({ step: orNull(TEXT), done: WHOLE, total: orNull(WHOLE) }),
    item: { description: 'The imported item, once there is one', type: ['object', 'null'], additionalProperties: true },
    error: orNull(record({ code: WHOLE, message: TEXT })),
    created_by: USER_ID,
    created_at: UTC_TIME,
    ended_at: orNull(UTC_TIME),
  }),
);
