import type { Run } from '@almanac/jobs';
import { utcMicros } from '../../../content/items/presentation';

/** A run of an import, for callers who poll it. */
export function presentImportRun({ subject, state, step, done, total, outcome, createdBy, createdAt, endedAt }: Run) {
  return {
    import_id: subject,
    state,
    progress: { step, done, total },
    item: outcome && 'answer' in outcome ? outcome.answer : null,
    error: outcome && 'failure' in outcome ? { code: outcome.failure.status, message: outcome.failure.message } : null,
    created_by: createdBy,
    created_at: utcMicros(createdAt),
    ended_at: endedAt && utcMicros(endedAt),
  };
}
