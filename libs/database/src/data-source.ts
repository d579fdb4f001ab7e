import { waitForDetached } from '@almanac/observability';
import {
  DataSource,
  type DataSourceOptions,
  DefaultNamingStrategy,
  type EntityManager,
  type EntityTarget,
  type NamingStrategyInterface,
  type ObjectLiteral,
  type QueryRunner,
  type ReplicationMode,
  Repository,
} from 'typeorm';
import { type PoolLimits, ServicePool } from './connections/service-pool';
import { UTC_TYPES } from './connections/timestamps';
import type { ReplacedMigrations } from './migrations/replaced-migrations';
import { snakeCase, UNLISTED_TYPES } from './sql/typed-sql';

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database` */
  url: string;
  /** The same of a streaming replica, which then answers `replicaRoutes` while it is current. */
  readUrl?: string | undefined;
  /** The GET routes whose queries a replica may answer, by their paths in the route table. */
  replicaRoutes?: readonly string[];
  /** Most connections that one process opens. */
  poolSize: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  entities: Extract<DataSourceOptions['entities'], unknown[]>;
  migrations: Extract<DataSourceOptions['migrations'], unknown[]>;
  replaced?: ReplacedMigrations;
  /** How long to wait for PostgreSQL; `POOL_LIMITS` by default. */
  limits?: PoolLimits;
  /** Off by default, because migrations change the schema under their own connection. */
  preparesStatements?: boolean;
}

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** How long a stopping program waits for detached work. */
export const STOP_DETACHED_MS = 5_000;

/** A data source whose repositories join the open transaction, and whose pool stays open for detached work. */
export class ServiceDataSource extends DataSource {
  constructor(
    options: PostgresOptions,
    readonly replaced?: ReplacedMigrations,
  ) {
    super(options);
    this.driver.supportedDataTypes = [...this.driver.supportedDataTypes, ...Object.values(UNLISTED_TYPES)];
  }

  /** The manager for the running code. `Database` replaces this function, because it knows the open transaction. */
  managerInUse = (): EntityManager => this.manager;

  override getRepository<T extends ObjectLiteral>(target: EntityTarget<T>): Repository<T> {
    // Each method of a repository reads `manager`, so one injected repository serves all requests.
    return Object.defineProperty(new Repository(target, this.manager), 'manager', { get: () => this.managerInUse() });
  }

  /** Called before each statement of a repository outside of transactions, and at their begin. `Database` may replace it. */
  onQueryRunner = (): void => undefined;

  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    this.onQueryRunner();
    return super.createQueryRunner(mode);
  }

  override async destroy(): Promise<void> {
    await waitForDetached(STOP_DETACHED_MS);
    await super.destroy();
  }
}

/** Properties are camelCase, columns snake_case: `bookId` is stored in `book_id`, the relation `book` joins on `book_id`. */
class SnakeCaseNaming extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string | undefined, embeddedPrefixes: string[]): string {
    return [...embeddedPrefixes.map(snakeCase), customName ?? snakeCase(propertyName)].join('_');
  }

  override relationName(propertyName: string): string {
    return snakeCase(propertyName);
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snakeCase(`${relationName}_${referencedColumnName}`);
  }
}

/** Creates a data source with the options that all services share. It is not connected yet. */
export function createDataSource({
  url,
  poolSize,
  applicationName,
  entities,
  migrations,
  replaced,
  limits,
  preparesStatements,
}: DatabaseOptions): ServiceDataSource {
  const options: PostgresOptions = {
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
    extra: { types: UTC_TYPES, limits, preparesStatements },
  };
  return new ServiceDataSource(options, replaced);
}
