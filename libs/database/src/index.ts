export { createDataSource, type DatabaseOptions, type ServiceDataSource, STOP_DETACHED_MS } from './data-source';
export { Database } from './database';
export type { Outcome } from './attempts';
export { OutsideResults } from './outside-results';
export { isUniqueViolation } from './connections/failures';
export { DatabaseProbe } from './health/database-probe';
export { checkDatabaseAtStart } from './health/database-at-start';
export { DatabaseModule } from './database.module';
export { BACKUP_LOCK, MIGRATION_LOCK } from './connections/shared-locks';
export { createIndexConcurrently } from './migrations/create-index-concurrently';
export { migrate } from './migrations/migrate';
export { namesNow, type ReplacedMigrations } from './migrations/replaced-migrations';
export { compactSums } from './rows/compact-sums';
export { insertRows } from './rows/insert-rows';
export {
  columnNames,
  type EntityClass,
  insertColumns,
  type RowOf,
  selectColumns,
  selectComputed,
  selectSnakeColumns,
  setColumns,
  type Sql,
  sql,
  unionAll,
  UNLISTED_TYPES,
} from './sql/typed-sql';
export { Replica } from './replica/replica';
export { type SnapshotRow, Snapshots, WatchedText } from './snapshots';
export { REPLAN } from './connections/named-statements';
