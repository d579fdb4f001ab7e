export { taskFile, type Tasks } from './task-file';
export { WorkerPool } from './worker-pool';
export { WorkersModule } from './workers.module';
