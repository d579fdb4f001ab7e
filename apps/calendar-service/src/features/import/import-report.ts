/** What became of the events of a file. */
export interface ImportReport {
  dry_run: boolean;
  totals: { created: number; updated: number; skipped: number; failed: number };
  created: Imported[];
  updated: Imported[];
  skipped: { uid: string; recurrence_id?: string; id?: number; reason: string }[];
  /** `line` is where the event begins in the file. */
  failed: { uid: string; line: number; message: string }[];
}

export interface Imported {
  uid: string;
  /** The occurrence of a series that this one stands for. */
  recurrence_id?: string;
  /** Of a new event there is none yet when nothing is stored. */
  id?: number;
  /** What the caller has no right to add: `categories`, `location`, `organizer`; or is too much: `attendees`, `attachments`, `alarms`. */
  left_out?: string[];
}

/** What became of one event. */
export type Outcome =
  | { what: 'created'; of: Imported }
  | { what: 'updated'; of: Imported }
  | { what: 'skipped'; of: ImportReport['skipped'][number] }
  | { what: 'failed'; of: ImportReport['failed'][number] };

export function reportOf(outcomes: readonly Outcome[], dryRun: boolean): ImportReport {
  const [created, updated, skipped, failed]: [Imported[], Imported[], ImportReport['skipped'], ImportReport['failed']] = [[], [], [], []];
  for (const { what, of } of outcomes) {
    if (what === 'created') created.push(dryRun ? withoutId(of) : of);
    else if (what === 'updated') updated.push(of);
    else if (what === 'skipped') skipped.push(of);
    else failed.push(of);
  }
  const totals = { created: created.length, updated: updated.length, skipped: skipped.length, failed: failed.length };
  return { dry_run: dryRun, totals, created, updated, skipped, failed };
}

const withoutId = ({ uid, recurrence_id, left_out }: Imported): Imported => ({
  uid,
  ...(recurrence_id !== undefined && { recurrence_id }),
  ...(left_out && { left_out }),
});
