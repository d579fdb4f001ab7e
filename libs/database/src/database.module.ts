import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { createDataSource, type DatabaseOptions, ServiceDataSource } from './data-source';
import { Snapshots } from './snapshots';
import { DatabaseProbe } from './health/database-probe';
import { measurePool } from './health/pool-metrics';
import { ReplicaInterceptor } from './reads-replica';
import { Replica } from './replica/replica';
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
          // `runService` has waited for the database. Should it fail again now, the program ends, and is started again.
          useFactory: () => ({ toRetry: () => false }),
          dataSourceFactory: () => createDataSource(options).initialize(),
        }),
      ],
      providers: [
        {
          provide: Database,
          useFactory: (source: ServiceDataSource, replica?: Replica) => {
            const database = new Database(source, report, caller, replica);
            measurePool(database);
            return database;
          },
          inject: [getDataSourceToken(), { token: Replica, optional: true }],
        },
        {
          provide: DatabaseProbe,
          useFactory: (database: Database) => new DatabaseProbe(database, options),
          inject: [Database],
        },
        ...replicaProviders(options),
        { provide: Snapshots, useFactory: (database: Database) => database.snapshots, inject: [Database] },
      ],
      exports: [Database, DatabaseProbe, Snapshots, ...(options.readUrl === undefined ? [] : [Replica])],
    };
  }
}

function replicaProviders({ readUrl, replicaRoutes = [], ...options }: DatabaseOptions): Provider[] {
  if (readUrl === undefined) return [];
  return [
    { provide: Replica, useFactory: () => new Replica(readUrl, options) },
    {
      provide: APP_INTERCEPTOR,
      useFactory: (database: Database) => new ReplicaInterceptor(database, replicaRoutes),
      inject: [Database],
    },
  ];
}
