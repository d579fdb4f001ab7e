import { Database } from '@almanac/database';
import { type BeforeApplicationShutdown, type DynamicModule, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, type JobsOptions } from './jobs';
import { Runs } from './runs';

/** Offers `Jobs` and `Runs` everywhere in the app. It starts when every module has registered its jobs (`onModuleInit`), and ends before the pool does. */
@Module({})
export class JobsModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
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

  async beforeApplicationShutdown(): Promise<void> {
    await this.jobs.stop();
  }
}
