import { endOfDetached } from '@almanac/observability';
import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { createDataSource, type DatabaseOptions } from './data-source';
import { DatabaseProbe } from './database-probe';
import { type CallerSignal, Database, type ReportLateFailure } from './database';

/** Shorter than a program's own time limit for its shutdown. */
const MAX_WAIT_MS = 5_000;

/** Provides `Database` and its probe to the whole app. The pool closes after the last request and the last detached work. */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  static forRoot(options: DatabaseOptions, report: ReportLateFailure, caller?: CallerSignal): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: DataSource, useFactory: () => createDataSource(options).initialize() },
        {
          provide: Database,
          useFactory: (source: DataSource) => new Database(source, report, caller),
          inject: [DataSource],
        },
        {
          provide: DatabaseProbe,
          useFactory: (database: Database) => new DatabaseProbe(database, options),
          inject: [Database],
        },
      ],
      exports: [Database, DatabaseProbe],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await endOfDetached(MAX_WAIT_MS);
    if (this.source.isInitialized) await this.source.destroy();
  }
}
