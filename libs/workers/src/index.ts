export { type TaskFile, taskFile, type Tasks } from './task-file';
export { WorkerPool, type RunOptions, type WorkerPoolOptions } from './worker-pool';
export { WorkersModule } from './workers.module';
