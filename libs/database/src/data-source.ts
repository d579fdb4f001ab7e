import { DataSource, type DataSourceOptions } from 'typeorm';
import { type PoolLimits, ServicePool } from './service-pool';
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
  /** How long to wait for PostgreSQL; `POOL_LIMITS` by default. */
  limits?: PoolLimits;
}

/** Creates a data source with the options that all services share. It is not connected yet. */
export function createDataSource({
  url,
  poolSize,
  applicationName,
  entities,
  migrations,
  limits,
}: DatabaseOptions): DataSource {
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
    driver: { Pool: ServicePool },
    extra: { types: UTC_TYPES, limits },
  });
}
