import { SharedRun } from '@almanac/process';
import type { Database } from './database';
import { POSITION } from './replica/replica';

/**
 * Names the committed content of the whole server: two equal snapshots see the same rows. A server that starts anew may lose commits
 * and number others alike.
 */
const SNAPSHOT = `SELECT concat_ws(' ', pg_postmaster_start_time(), pg_current_snapshot()) AS snapshot`;

/** Also where the WAL ends that a replica must have replayed to show the same rows. */
const SNAPSHOT_AND_POSITION = `${SNAPSHOT}, (${POSITION}) AS position`;

/** The snapshots of a database, which change with every commit. They tell whether an answer that was built earlier is still right. */
export class Snapshots {
  /** The newest snapshot that this process has read. */
  latest = '';
  /** The WAL position of the newest snapshot; empty without a replica. */
  position = '';
  private readonly reading = new SharedRun(() => this.read());

  constructor(private readonly database: Database) {}

  /** Takes a snapshot that includes everything committed before this call. Concurrent callers share one statement. */
  async current(): Promise<string> {
    const noteSnapshot = this.database.replicaReads?.beginSnapshot();
    const snapshot = await this.reading.result();
    noteSnapshot?.();
    return snapshot;
  }

  /** The newest snapshot, for a request that has already taken one. */
  ofRequest(): string {
    this.database.replicaReads?.noteLatest();
    return this.latest;
  }

  private async read(): Promise<string> {
    const { replicaReads } = this.database;
    const noteLatest = replicaReads?.beginLatest();
    const sql = replicaReads ? SNAPSHOT_AND_POSITION : SNAPSHOT;
    const ask = () => this.database.query<{ snapshot: string; position?: string }>(sql);
    const [row] = await this.database.uninterrupted(() => (replicaReads ? replicaReads.outside(ask) : ask()));
    this.position = row?.position ?? '';
    noteLatest?.();
    return (this.latest = row?.snapshot ?? '');
  }
}
