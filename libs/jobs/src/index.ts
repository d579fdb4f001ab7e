export { installJobs, removeJobs } from './install-jobs';
export { type JobHandler, type JobOptions, Jobs, type JobsOptions, type ReportJobFailure, type SendOptions } from './jobs';
export { JobsModule } from './jobs.module';
