import type { Database } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { JOBS_SCHEMA } from './install-jobs';
import type { Jobs } from './jobs';

/** The jobs of one name. */
export interface QueueState {
  name: string;
  isPeriodic: boolean;
  /** Jobs that could run now. */
  waiting: number;
  /** How long the oldest of them waits; 0 without any. */
  waitSeconds: number;
  running: number;
  failed: number;
  /** The next job that waits for its time. */
  nextAt: Date | null;
  lastEndedAt: Date | null;
  /** Why the last run of a periodic task failed. */
  lastFailure: string | null;
}

/** A job whose retries are used up. Its row is deleted some days later. */
interface FailedJob {
  id: string;
  queue: string;
  attempts: number;
  reason: string | null;
  createdAt: Date;
  failedAt: Date;
}

/** A job that a user started, and that failed. */
interface FailedRun {
  id: number;
  kind: string;
  subject: number | null;
  createdBy: number;
  reason: string;
  createdAt: Date;
  failedAt: Date;
}

/** Part of a list, which begins after `offset` rows. */
interface Slice {
  count: number;
  offset: number;
}

interface Part<Row> {
  total: number;
  rows: Row[];
}

const IS_WAITING = `state IN ('created', 'retry') AND start_after <= now()`;
const QUEUES = `
  SELECT queue.name, job.*, last.ended_at AS "lastEndedAt", last.failure AS "lastFailure"
  FROM ${JOBS_SCHEMA}.queue queue
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE ${IS_WAITING})::int AS waiting,
      coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE ${IS_WAITING})), 0)::float8 AS "waitSeconds",
      count(*) FILTER (WHERE state = 'active')::int AS running,
      count(*) FILTER (WHERE state = 'failed')::int AS failed,
      min(start_after) FILTER (WHERE state IN ('created', 'retry') AND start_after > now()) AS "nextAt"
    FROM ${JOBS_SCHEMA}.job WHERE name = queue.name) job
  LEFT JOIN LATERAL (
    SELECT completed_on AS ended_at, output->>'failure' AS failure
    FROM ${JOBS_SCHEMA}.job WHERE name = queue.name AND completed_on IS NOT NULL ORDER BY completed_on DESC LIMIT 1) last ON TRUE
  WHERE queue.name = ANY($1) ORDER BY queue.name COLLATE "C"`;

/** pg-boss notes a job of a dead process in `value`. The other members of an error may hold statements with their values. */
const REASON = `coalesce(output->>'message', output->'value'->>'message', output->>'value')`;

/** The state of the job queue, for operators. */
export class JobMonitor {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  async queues(): Promise<QueueState[]> {
    const rows = await this.database.query<Omit<QueueState, 'isPeriodic'>>(QUEUES, [this.jobs.names]);
    return rows.map((row) => ({ ...row, isPeriodic: this.jobs.isPeriodic(row.name) }));
  }

  /** The latest come first. */
  failedJobs(slice: Slice): Promise<Part<FailedJob>> {
    const from = `${JOBS_SCHEMA}.job WHERE state = 'failed'`;
    const columns = `id, name AS queue, retry_count + 1 AS attempts, ${REASON} AS reason, created_on AS "createdAt", completed_on AS "failedAt"`;
    return this.part<FailedJob>(from, columns, 'completed_on DESC, id', slice);
  }

  /** The latest come first. */
  failedRuns(slice: Slice): Promise<Part<FailedRun>> {
    const from = `job_runs WHERE state = 'failed'`;
    const columns = `id, kind, subject, created_by AS "createdBy", outcome->'failure'->>'message' AS reason,
      created_at AS "createdAt", ended_at AS "failedAt"`;
    return this.part<FailedRun>(from, columns, 'ended_at DESC, id', slice);
  }

  /** Lets a failed job run once more. @throws Problem 404 when no failed job has this id */
  async retry(id: string): Promise<void> {
    const sql = `SELECT name FROM ${JOBS_SCHEMA}.job WHERE id::text = $1 AND state = 'failed'`;
    // PostgreSQL takes no text with NUL.
    const [job] = await this.database.query<{ name: string }>(sql, [id.replaceAll('\0', '')]);
    await this.jobs.retry((job ?? notFound('Failed job')).name, id);
  }

  private async part<Row>(from: string, columns: string, order: string, { count, offset }: Slice): Promise<Part<Row>> {
    const [counted] = await this.database.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${from}`);
    const sql = `SELECT ${columns} FROM ${from} ORDER BY ${order} LIMIT $1 OFFSET $2`;
    return { total: counted?.total ?? 0, rows: await this.database.query<Row & object>(sql, [count, offset]) };
  }
}

/** Where a service shows its job queue to the other services. It needs the service secret, and the gateway does not route it. */
export const JOBS_PATH = '/internal/jobs';

/** The job queue of a service: all queues, and the jobs that failed last. */
export interface JobsReport {
  queues: QueueState[];
  failed: { total: number; rows: FailedJob[] };
}

/** Longer lists help nobody: failed jobs have few causes. */
const MAX_FAILED = 100;

export async function reportJobs(monitor: JobMonitor): Promise<JobsReport> {
  const [queues, failed] = await Promise.all([monitor.queues(), monitor.failedJobs({ count: MAX_FAILED, offset: 0 })]);
  return { queues, failed };
}
