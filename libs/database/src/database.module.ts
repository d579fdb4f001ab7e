import {
  type DynamicModule,
  Module,
  type Provider,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { createDataSource, type DatabaseOptions, ServiceDataSource } from './data-source';
import { type CallerSignal, Database, type ReportLateFailure } from './database';
import { DatabaseProbe } from './health/database-probe';
import { measurePool } from './health/pool-metrics';
import { Replica } from './replica/replica';
import { Snapshots } from './snapshots';

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

/**
 * For lists, searches and exports: the streaming replica may answer the queries of these routes. Rights are read with
 * `Database.fromPrimary`; transactions and repositories use the primary by themselves. Outside of the cache of answers, whose snapshot gives
 * the position that the replica must have replayed.
 */
class ReplicaInterceptor implements NestInterceptor<unknown, unknown> {
  private readonly routes: ReadonlySet<string>;

  /** @param routes the paths of GET routes, as the route table has them */
  constructor(
    private readonly database: Database,
    routes: readonly string[],
  ) {
    this.routes = new Set(routes);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method, route } = context.switchToHttp().getRequest<{ method: string; route: { path: string } }>();
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || !this.routes.has(route.path)) return next.handle();
    return from(this.database.onReplica(() => lastValueFrom(next.handle(), { defaultValue: undefined })));
  }
}
