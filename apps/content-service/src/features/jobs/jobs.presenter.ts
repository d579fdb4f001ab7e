import type { JobsReport } from '@almanac/jobs';
import { FLAG, listOf, NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import { UTC_TIME, utcMicros, utcMicrosOrNull } from '../../content/kinds/presentation';

/** A service that does not answer has no queues and no jobs. */
export const presentJobs = (service: string, report: JobsReport | undefined) => ({
  service,
  answers: report !== undefined,
  queues: (report?.queues ?? []).map((queue) => ({
    name: queue.name,
    periodic: queue.isPeriodic,
    waiting: queue.waiting,
    wait_seconds: Math.round(queue.waitSeconds),
    running: queue.running,
    failed: queue.failed,
    next_at: utcMicrosOrNull(queue.nextAt),
    last_ended_at: utcMicrosOrNull(queue.lastEndedAt),
    last_failure: queue.lastFailure,
  })),
  failed_total: report?.failed.total ?? 0,
  failed: (report?.failed.rows ?? []).map((job) => ({
    id: job.id,
    queue: job.queue,
    attempts: job.attempts,
    reason: job.reason,
    created_at: utcMicros(job.createdAt),
    failed_at: utcMicros(job.failedAt),
  })),
});

const QUEUE = record({
  name: TEXT,
  periodic: FLAG,
  waiting: { ...WHOLE, description: 'Jobs that could run now' },
  wait_seconds: { ...WHOLE, description: 'How long the oldest of them waits' },
  running: WHOLE,
  failed: WHOLE,
  next_at: orNull(UTC_TIME),
  last_ended_at: orNull(UTC_TIME),
  last_failure: orNull(TEXT),
});

const FAILED_JOB = record({
  id: TEXT,
  queue: TEXT,
  attempts: WHOLE,
  reason: orNull(TEXT),
  created_at: UTC_TIME,
  failed_at: UTC_TIME,
});

export const JOB_QUEUES_SCHEMA = new NamedSchema(
  'Jobs',
  record({
    services: listOf(
      record({
        service: { ...TEXT, enum: ['content', 'calendar'] },
        answers: { ...FLAG, description: 'Without an answer, the lists are empty' },
        queues: listOf(QUEUE),
        failed_total: WHOLE,
        failed: { ...listOf(FAILED_JOB), description: 'The 100 jobs that failed last' },
      }),
    ),
  }),
);
