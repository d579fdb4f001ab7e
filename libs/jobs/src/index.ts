export { installJobs, installTurns, removeJobs, removeTurns } from './install-jobs';
export { Jobs, STOP_JOBS_MS } from './jobs';
export { JobMonitor, JOBS_PATH, type JobsReport, type QueueState, reportJobs } from './job-monitor';
export { JobsModule } from './jobs.module';
export { replyToRun } from './reply-to-run';
export { hasEnded, type Run } from './run-store';
export { answerOf, RunCanceled, type RunContext, Runs } from './runs';
export { JobRun, JobRunNote } from './job-run.entity';
