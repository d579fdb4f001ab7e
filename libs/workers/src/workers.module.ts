import { availableParallelism } from 'node:os';
import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { WorkerPool } from './worker-pool';

const MAX_THREADS = 4;
const QUEUED_PER_THREAD = 16;
const MAX_MEGABYTES = 512;

/** Gives an app its one `WorkerPool`. */
@Module({})
export class WorkersModule implements OnApplicationShutdown {
  constructor(private readonly pool: WorkerPool) {}

  /** @param timeFactor see `WorkerPoolOptions` */
  static forRoot({ timeFactor }: { timeFactor: number }): DynamicModule {
    // At least two, so that one expensive task does not delay all others. At most four, because each thread has memory of its own.
    const threads = Math.max(2, Math.min(MAX_THREADS, availableParallelism()));
    const options = { threads, maxQueue: threads * QUEUED_PER_THREAD, maxMegabytes: MAX_MEGABYTES, timeFactor };
    const pool = { provide: WorkerPool, useFactory: () => new WorkerPool(options) };
    return { module: WorkersModule, global: true, providers: [pool], exports: [pool] };
  }

  /** Jobs and the last requests, which end before this phase of a shutdown, may still need its threads. */
  onApplicationShutdown(): Promise<void> {
    return this.pool.close();
  }
}
