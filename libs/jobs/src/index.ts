export { installJobs, installTurns, removeJobs, removeTurns } from './install-jobs';
export { Jobs, STOP_JOBS_MS } from './jobs';
export { JobMonitor, type QueueState } from './job-monitor';
export { JOBS_PATH, type JobsReport, reportJobs } from './shared-jobs';
export { JobsModule } from './jobs.module';
export { replyToRun } from './runs/reply-to-run';
export { hasEnded, type Run, RunCanceled } from './runs/run';
export { answerOf, type RunInHand, Runs } from './runs/runs';
