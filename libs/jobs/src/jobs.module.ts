import { Database } from '@almanac/database';
import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { JobMonitor } from './job-monitor';
import { Jobs, type JobsOptions } from './jobs';
import { Runs } from './runs';

/** Provides `Jobs`, `Runs` and `JobMonitor` to the app. Starts after all modules have registered their jobs (`onModuleInit`), stops before the pool. */
@Module({})
export class JobsModule implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  constructor(private readonly jobs: Jobs) {}

  static forRoot(options: JobsOptions): DynamicModule {
    const jobs = { provide: Jobs, inject: [Database], useFactory: (database: Database) => new Jobs(database, options) };
    const runs = {
      provide: Runs,
      inject: [Database, Jobs],
      useFactory: (database: Database, queue: Jobs) => new Runs(database, queue, options.report),
    };
    const monitor = {
      provide: JobMonitor,
      inject: [Database, Jobs],
      useFactory: (database: Database, queue: Jobs) => new JobMonitor(database, queue),
    };
    return { module: JobsModule, global: true, providers: [jobs, runs, monitor], exports: [Jobs, Runs, JobMonitor] };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.start();
  }

  onModuleDestroy(): void {
    this.jobs.prepareStop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.jobs.stop();
  }
}
