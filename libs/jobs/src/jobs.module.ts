import { Database } from '@almanac/database';
import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Jobs, type JobsOptions } from './jobs';
import { Runs } from './runs';

/** Provides `Jobs` and `Runs` to the app. Starts after all modules have registered their jobs (`onModuleInit`), stops before the pool. */
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
    return { module: JobsModule, global: true, providers: [jobs, runs], exports: [Jobs, Runs] };
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
