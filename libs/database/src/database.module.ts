import { type DynamicModule, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { createDataSource, type DatabaseOptions, ServiceDataSource } from './data-source';
import { Snapshots } from './snapshots';
import { DatabaseProbe } from './connections/database-probe';
import { measurePool } from './connections/pool-metrics';
import { type CallerSignal, Database, type ReportLateFailure } from './database';

/**
 * Provides `Database`, its probe and TypeORM's data source to the whole app. Modules import `TypeOrmModule.forFeature([Entity])`
 * for repositories. The pool closes after the last request and the last detached work.
 */
@Module({})
export class DatabaseModule {
  static forRoot(options: DatabaseOptions, report: ReportLateFailure, caller?: CallerSignal): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          // Without a database the program ends at once: the orchestrator starts it again.
          useFactory: () => ({ toRetry: () => false }),
          dataSourceFactory: () => createDataSource(options).initialize(),
        }),
      ],
      providers: [
        {
          provide: Database,
          useFactory: (source: ServiceDataSource) => {
            const database = new Database(source, report, caller);
            measurePool(database);
            return database;
          },
          inject: [getDataSourceToken()],
        },
        {
          provide: DatabaseProbe,
          useFactory: (database: Database) => new DatabaseProbe(database, options),
          inject: [Database],
        },
        { provide: Snapshots, useFactory: (database: Database) => new Snapshots(database), inject: [Database] },
      ],
      exports: [Database, DatabaseProbe, Snapshots],
    };
  }
}
