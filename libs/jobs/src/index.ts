export { installJobs, removeJobs } from './install-jobs';
export { type JobHandler, type JobOptions, Jobs, type JobsOptions, type ReportJobFailure, STOP_JOBS_MS } from './jobs';
export { type FailedJob, type FailedRun, JobMonitor, type QueueState } from './job-monitor';
export { JOBS_PATH, type JobsReport, reportJobs } from './shared-jobs';
export { JobsModule } from './jobs.module';
export { replyToRun, type RunReply } from './runs/reply-to-run';
export { hasEnded, type Run, RunCanceled, type RunFailure, type RunState } from './runs/run';
export { answerOf, type RunInHand, Runs } from './runs/runs';
