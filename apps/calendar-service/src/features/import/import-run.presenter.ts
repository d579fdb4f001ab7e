import type { Run } from '@almanac/jobs';
import type { ImportReport } from './import-report';

const utc = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

export function presentImportRun(
  { id, state, step, done, total, outcome, createdBy, createdAt, endedAt }: Run,
  report: ImportReport | null,
) {
  return {
    id,
    state,
    progress: { step, done, total },
    report,
    error:
      outcome && 'failure' in outcome ? { status: outcome.failure.status, message: outcome.failure.message } : null,
    author: createdBy,
    date_utc: utc(createdAt),
    end_date_utc: endedAt && utc(endedAt),
  };
}
