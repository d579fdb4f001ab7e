import type { Database } from './database';

/**
 * Names the committed content of the whole server: two equal snapshots see the same rows. A server that starts anew may lose commits
 * and number others alike.
 */
const SNAPSHOT = `SELECT concat_ws(' ', pg_postmaster_start_time(), pg_current_snapshot()) AS snapshot`;

/** The snapshots of a database, which change with every commit. They tell whether an answer that was built earlier is still right. */
export class Snapshots {
  /** The newest snapshot that this process has read. */
  latest = '';
  private running: Promise<string> | undefined;
  private next: Promise<string> | undefined;

  constructor(private readonly database: Database) {}

  /** Takes a snapshot that includes everything committed before this call. Concurrent callers share one statement. */
  current(): Promise<string> {
    if (!this.running) return this.read();
    // The running statement may have taken its snapshot before this call.
    return (this.next ??= this.running.then(
      () => this.read(),
      () => this.read(),
    ));
  }

  private read(): Promise<string> {
    this.next = undefined;
    return (this.running = this.query().finally(() => {
      this.running = this.next;
    }));
  }

  private async query(): Promise<string> {
    const [row] = await this.database.uninterrupted(() => this.database.query<{ snapshot: string }>(SNAPSHOT));
    return (this.latest = row?.snapshot ?? '');
  }
}
