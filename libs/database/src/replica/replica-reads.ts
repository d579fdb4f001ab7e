import { AsyncLocalStorage } from 'node:async_hooks';
import type { Replica } from './replica';

/** A request whose reads may use the replica. */
interface ReadingRequest {
  /** Reads of this request that the primary has answered. */
  ownReads: number;
  /** `newestRead` of the request when its position was taken; undefined before. */
  covered?: number;
  /** The ends of reads by TypeORM's repositories are unknown, so each later read needs a position of its own. */
  usesRepositories?: true;
}

/**
 * Chooses the server of each read. A read on the replica includes all commits before the request, and all that the request has read from the
 * primary since. So no request goes back in time.
 */
export class ReplicaReads {
  private readonly requests = new AsyncLocalStorage<ReadingRequest>();
  /** Reads on the primary by `exceptFor`. All requests use their results. */
  private sharedReads = 0;
  /** `sharedReads` before the newest snapshot was taken. */
  private coveredByLatest = -1;

  constructor(private readonly replica: Replica) {}

  /** Runs work whose reads may use the replica. */
  allow<T>(work: () => Promise<T>): Promise<T> {
    return this.requests.run({ ownReads: 0 }, work);
  }

  /** Runs work on the primary. */
  outside<T>(work: () => T): T {
    return this.requests.exit(work);
  }

  /** Runs work on the primary. Other requests reuse its result. */
  async exceptFor<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.outside(work);
    } finally {
      this.sharedReads += 1;
    }
  }

  /** Whether the replica may answer the next read. */
  takesRead(): boolean {
    return this.requests.getStore() !== undefined && this.replica.takesReads();
  }

  /** Whether the next read needs the position of a new snapshot, because no earlier one includes all that the request has read. */
  needsSnapshot(): boolean {
    const request = this.requests.getStore();
    return request !== undefined && (request.usesRepositories === true || request.covered !== this.newestRead(request));
  }

  /**
   * The rows of a read on the replica; undefined when the primary has to answer.
   * @param position of a snapshot that includes all that the request has read
   */
  rows<Row>(position: string, sql: string, parameters: unknown[]): Promise<Row[] | undefined> {
    return this.replica.read<Row>(position, sql, parameters);
  }

  /** The primary has answered a read or ended a transaction. */
  noteRead(): void {
    const request = this.requests.getStore();
    if (request) request.ownReads += 1;
  }

  /** A repository of TypeORM reads from the primary. */
  noteRepository(): void {
    const request = this.requests.getStore();
    if (request) request.usesRepositories = true;
  }

  /** Call this before a snapshot is taken. Call the function that it returns afterwards. */
  beginSnapshot(): (() => void) | undefined {
    const request = this.requests.getStore();
    const covered = request && this.newestRead(request);
    return request && (() => void Object.assign(request, { covered }));
  }

  /** Call this before the newest snapshot is read. Call the function that it returns afterwards. */
  beginLatest(): () => void {
    const covered = this.sharedReads;
    return () => (this.coveredByLatest = covered);
  }

  /** The request uses a snapshot that was taken since it arrived, and the newest one includes that. */
  noteLatest(): void {
    const request = this.requests.getStore();
    if (request?.ownReads === 0) request.covered = this.coveredByLatest;
  }

  private newestRead({ ownReads }: ReadingRequest): number {
    return this.sharedReads + ownReads;
  }
}
