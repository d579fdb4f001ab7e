import { type Database, type RowOf, selectColumns, selectComputed, type Sql, sql } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { JOBS_SCHEMA } from './install-jobs';
import { JobRun } from './job-run.entity';
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
const QUEUES = sql`
  SELECT ${selectComputed<Pick<QueueState, 'name'>>({ name: 'queue.name' })}, job.*,
    ${selectComputed<Pick<QueueState, 'lastEndedAt' | 'lastFailure'>>({ lastEndedAt: 'last.ended_at', lastFailure: 'last.failure' })}
  FROM ${JOBS_SCHEMA}.queue queue
  CROSS JOIN LATERAL (
    SELECT ${selectComputed<Pick<QueueState, 'waiting' | 'waitSeconds' | 'running' | 'failed' | 'nextAt'>>({
      waiting: `count(*) FILTER (WHERE ${IS_WAITING})::int`,
      waitSeconds: `coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE ${IS_WAITING})), 0)::float8`,
      running: `count(*) FILTER (WHERE state = 'active')::int`,
      failed: `count(*) FILTER (WHERE state = 'failed')::int`,
      nextAt: `min(start_after) FILTER (WHERE state IN ('created', 'retry') AND start_after > now())`,
    })}
    FROM ${JOBS_SCHEMA}.job WHERE name = queue.name) job
  LEFT JOIN LATERAL (
    SELECT completed_on AS ended_at, output->>'failure' AS failure
    FROM ${JOBS_SCHEMA}.job WHERE name = queue.name AND completed_on IS NOT NULL ORDER BY completed_on DESC LIMIT 1) last ON TRUE
  WHERE queue.name = ANY($1) ORDER BY queue.name COLLATE "C"`;

/** pg-boss notes a job of a dead process in `value`. The other members of an error may hold statements with their values. */
const REASON = `coalesce(output->>'message', output->'value'->>'message', output->>'value')`;

const FAILED_JOB = selectComputed<FailedJob>({
  id: 'id',
  queue: 'name',
  attempts: 'retry_count + 1',
  reason: REASON,
  createdAt: 'created_on',
  failedAt: 'completed_on',
});
const FAILED_RUN = sql`${selectColumns(JobRun, 'run', 'id', 'kind', 'subject', 'createdBy')},
  ${selectComputed<{ reason: string }>({ reason: `run.outcome->'failure'->>'message'` })},
  ${selectColumns(JobRun, 'run', 'createdAt')}, ${selectComputed<{ failedAt: Date }>({ failedAt: 'run.ended_at' })}`;

/** The state of the job queue, for operators. */
export class JobMonitor {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  async queues(): Promise<QueueState[]> {
    const rows = await this.database.query(QUEUES, [this.jobs.names]);
    return rows.map((row) => ({ ...row, isPeriodic: this.jobs.isPeriodic(row.name) }));
  }

  /** The latest come first. */
  failedJobs(slice: Slice): Promise<Part<FailedJob>> {
    const from = `${JOBS_SCHEMA}.job WHERE state = 'failed'`;
    return this.part(from, sql`SELECT ${FAILED_JOB} FROM ${from} ORDER BY completed_on DESC, id`, slice);
  }

  /** The latest come first. */
  failedRuns(slice: Slice): Promise<Part<RowOf<typeof FAILED_RUN>>> {
    const from = `job_runs run WHERE state = 'failed'`;
    return this.part(from, sql`SELECT ${FAILED_RUN} FROM ${from} ORDER BY run.ended_at DESC, run.id`, slice);
  }

  /** Lets a failed job run once more. @throws Problem 404 when no failed job has this id */
  async retry(id: string): Promise<void> {
    const named = sql`SELECT ${selectComputed<{ name: string }>({ name: 'name' })} FROM ${JOBS_SCHEMA}.job
      WHERE id::text = $1 AND state = 'failed'`;
    // PostgreSQL takes no text with NUL.
    const [job] = await this.database.query(named, [id.replaceAll('\0', '')]);
    await this.jobs.retry((job ?? notFound('Failed job')).name, id);
  }

  private async part<Row>(from: string, all: Sql<Row>, { count, offset }: Slice): Promise<Part<Row>> {
    const total = selectComputed<{ total: number }>({ total: 'count(*)::int' });
    const [counted] = await this.database.query(sql`SELECT ${total} FROM ${from}`);
    const rows = await this.database.query(sql`${all} LIMIT $1 OFFSET $2`, [count, offset]);
    return { total: counted?.total ?? 0, rows };
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
