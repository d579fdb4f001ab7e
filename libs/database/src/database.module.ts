import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { createDataSource, type DatabaseOptions } from './data-source';
import { DatabaseProbe } from './database-probe';
import { type CallerSignal, Database, type ReportLateFailure } from './database';

/** Offers `Database` and its probe everywhere in the app. The pool opens before the app listens and closes after the last request. */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  static forRoot(options: DatabaseOptions, report: ReportLateFailure, caller?: CallerSignal): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: DataSource, useFactory: () => createDataSource(options).initialize() },
        { provide: Database, useFactory: (source: DataSource) => new Database(source, report, caller), inject: [DataSource] },
        { provide: DatabaseProbe, useFactory: (database: Database) => new DatabaseProbe(database, options), inject: [Database] },
      ],
      exports: [Database, DatabaseProbe],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }
}
