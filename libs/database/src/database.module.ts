import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { createDataSource, type DatabaseOptions } from './data-source';
import { Database, type ReportLateFailure } from './database';

/** Offers `Database` everywhere in the app. The pool opens before the app listens and closes after the last request. */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  static forRoot(options: DatabaseOptions, report: ReportLateFailure): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: DataSource, useFactory: () => createDataSource(options).initialize() },
        { provide: Database, useFactory: (source: DataSource) => new Database(source, report), inject: [DataSource] },
      ],
      exports: [Database],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }
}
