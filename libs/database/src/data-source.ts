import { DataSource, type DataSourceOptions } from 'typeorm';
import { SnakeCaseNaming } from './snake-case';
import { UTC_TYPES } from './timestamps';

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database` */
  url: string;
  /** Most connections that one process opens. */
  poolSize: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  entities: Extract<DataSourceOptions['entities'], unknown[]>;
  migrations: Extract<DataSourceOptions['migrations'], unknown[]>;
}

/** What every service's data source has in common; not yet connected. */
export function createDataSource({ url, poolSize, applicationName, entities, migrations }: DatabaseOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    poolSize,
    applicationName,
    entities,
    migrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNaming(),
    synchronize: false,
    logging: false,
    connectTimeoutMS: 5_000,
    extra: { types: UTC_TYPES },
  });
}
