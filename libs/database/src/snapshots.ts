import { SharedRun } from '@almanac/runtime';
import { POSITION } from './replica/replica';
import type { ReplicaReads } from './replica/replica-reads';

/**
 * Names the committed content of the whole server: two equal snapshots see the same rows. A server that starts anew may lose commits
 * and number others alike.
 */
const SNAPSHOT = `concat_ws(' ', pg_postmaster_start_time(), pg_current_snapshot())`;

export interface SnapshotRow {
  snapshot: string;
  /** A replica shows the same rows once it has replayed the WAL to this position; absent without a replica. */
  position?: string;
  /** null when the snapshot is the one that was known. */
  texts: (string | null)[] | null;
}

/** The snapshots of a database, which change with every commit. They tell whether an answer that was built earlier is still right. */
export class Snapshots {
  /** The newest snapshot that this process has read. */
  latest = '';
  /** The WAL position of the newest snapshot; empty without a replica. */
  position = '';
  private readonly reading = new SharedRun(() => this.read());
  private readonly watched: WatchedText[] = [];

  /** @param query runs SQL outside of any transaction, also after its caller has left, because callers share a snapshot */
  constructor(
    private readonly query: (sql: string, parameters: unknown[]) => Promise<SnapshotRow[]>,
    private readonly replicaReads?: ReplicaReads,
  ) {}

  /**
   * Reads the text of an SQL expression by the same statement as each new snapshot. An unchanged snapshot does not evaluate it.
   * @param expression without parameters; a constant, because it becomes part of the SQL
   */
  watch(expression: string): WatchedText {
    const text = new WatchedText(expression);
    this.watched.push(text);
    return text;
  }

  /** Takes a snapshot that includes everything committed before this call. Concurrent callers share one statement. */
  async current(): Promise<string> {
    const noteSnapshot = this.replicaReads?.beginSnapshot();
    const snapshot = await this.reading.result();
    noteSnapshot?.();
    return snapshot;
  }

  /** The newest snapshot, for a request that has already taken one. */
  ofRequest(): string {
    this.replicaReads?.noteLatest();
    return this.latest;
  }

  private async read(): Promise<string> {
    const { replicaReads } = this;
    const noteLatest = replicaReads?.beginLatest();
    const watched = [...this.watched];
    const notes = watched.map((text) => text.beginRead());
    const lastSnapshot = watched.every((text) => text.isCached) ? this.latest : '';
    const sql = snapshotSql(watched, replicaReads !== undefined);
    const ask = () => this.query(sql, [lastSnapshot]);
    const [row] = await (replicaReads ? replicaReads.outside(ask) : ask());
    this.position = row?.position ?? '';
    noteLatest?.();
    for (const [n, note] of notes.entries()) note(row?.texts ? (row.texts[n] ?? '') : null);
    return (this.latest = row?.snapshot ?? '');
  }
}

/** PostgreSQL evaluates the branch of a CASE, and the subqueries in it, only when its condition holds. */
const snapshotSql = (watched: readonly WatchedText[], withPosition: boolean): string =>
  `SELECT taken.snapshot, CASE WHEN taken.snapshot <> $1 THEN ARRAY[${watched.map(({ expression }) => `(${expression})`).join(', ')}]::text[] END AS texts
     ${withPosition ? `, (${POSITION}) AS position` : ''}
   FROM (SELECT ${SNAPSHOT} AS snapshot OFFSET 0) AS taken`;

/** A text that each new snapshot brings along (`Snapshots.watch`). It is as new as the newest snapshot of this process. */
export class WatchedText {
  private cached: { text: string; readAt: number } | undefined;
  private invalidations = 0;

  /** @param expression the SQL that gives the text */
  constructor(readonly expression: string) {}

  /** Whether an unchanged snapshot means an unchanged text. */
  get isCached(): boolean {
    return this.cached !== undefined;
  }

  /** The text with the time of its reading; undefined when it is unknown or older than `maxAgeMs`. NULL is an empty text. */
  get(maxAgeMs: number): { text: string; readAt: number } | undefined {
    return this.cached && performance.now() - this.cached.readAt < maxAgeMs ? this.cached : undefined;
  }

  /** Call after a change of this process. A snapshot that is being read at the moment may still have the former text. */
  invalidate(): void {
    this.cached = undefined;
    this.invalidations += 1;
  }

  /** Call this before a snapshot is read. Call the function that it returns with the new text, or with null for an unchanged snapshot. */
  beginRead(): (text: string | null) => void {
    const { invalidations, cached } = this;
    const readAt = performance.now();
    return (text) => {
      if (invalidations !== this.invalidations) return;
      const current = text ?? cached?.text;
      this.cached = current === undefined ? undefined : { text: current, readAt };
    };
  }
}
