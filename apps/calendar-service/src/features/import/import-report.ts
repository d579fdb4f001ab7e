/** Results for the events of a file. */
export interface ImportReport {
  dry_run: boolean;
  totals: { created: number; updated: number; skipped: number; failed: number };
  created: Imported[];
  updated: Imported[];
  skipped: { uid: string; recurrence_id?: string; id?: number; reason: string }[];
  /** `line` is the line of the file on which the event begins. */
  failed: { uid: string; line: number; message: string }[];
  /** Components that are no events, by name; absent for a file without them. `line` is that of the first one. */
  ignored?: Ignored[];
}

interface Ignored {
  component: string;
  count: number;
  line: number;
}

export interface Imported {
  uid: string;
  /** Start of the occurrence that this event replaces or cancels. */
  recurrence_id?: string;
  /** Absent from new events of a dry run. */
  id?: number;
  /**
   * Parts of the file that the event lacks, wholly or in part: `categories`, `location` or `organizer` that the caller may not add; `attendees`,
   * `attachments` or `alarms` that do not fit; and properties and components by their names in lower case.
   */
  left_out?: string[];
}

/** Result for one event. */
export type Outcome =
  | { what: 'created'; of: Imported }
  | { what: 'updated'; of: Imported }
  | { what: 'skipped'; of: ImportReport['skipped'][number] }
  | { what: 'failed'; of: ImportReport['failed'][number] };

export function reportOf(
  outcomes: readonly Outcome[],
  dryRun: boolean,
  ignored: readonly Ignored[] = [],
): ImportReport {
  const [created, updated, skipped, failed]: [Imported[], Imported[], ImportReport['skipped'], ImportReport['failed']] =
    [[], [], [], []];
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
