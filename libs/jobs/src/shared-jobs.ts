import type { FailedJob, JobMonitor, QueueState } from './job-monitor';

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
