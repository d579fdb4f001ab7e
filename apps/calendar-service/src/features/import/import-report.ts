import type { Failed, Imported, Outcome, Skipped } from './events/outcome';

/** Results for the events of a file. */
export interface ImportReport {
  dry_run: boolean;
  totals: { created: number; updated: number; skipped: number; failed: number };
  created: Imported[];
  updated: Imported[];
  skipped: Skipped[];
  failed: Failed[];
  /** Components that are no events, by name; absent for a file without them. `line` is that of the first one. */
  ignored?: Ignored[];
}

interface Ignored {
  component: string;
  count: number;
  line: number;
}

export function reportOf(
  outcomes: readonly Outcome[],
  dryRun: boolean,
  ignored: readonly Ignored[] = [],
): ImportReport {
  const [created, updated, skipped, failed]: [Imported[], Imported[], Skipped[], Failed[]] = [[], [], [], []];
  for (const { what, of } of outcomes) {
    if (what === 'created') created.push(dryRun ? withoutId(of) : of);
    else if (what === 'updated') updated.push(of);
    else if (what === 'skipped') skipped.push(of);
    else failed.push(of);
  }
  const totals = { created: created.length, updated: updated.length, skipped: skipped.length, failed: failed.length };
  const others = ignored.length > 0 && { ignored: [...ignored] };
  return { dry_run: dryRun, totals, created, updated, skipped, failed, ...others };
}

const withoutId = ({ uid, recurrence_id, left_out }: Imported): Imported => ({
  uid,
  ...(recurrence_id !== undefined && { recurrence_id }),
  ...(left_out && { left_out }),
});
