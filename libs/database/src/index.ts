export { createDataSource, type DatabaseOptions, type ServiceDataSource } from './data-source';
export { type CallerSignal, Database, isUniqueViolation, type ReportLateFailure } from './database';
export { DatabaseProbe } from './connections/database-probe';
export { DatabaseModule } from './database.module';
export type { FormerMigrations } from './migrations/former-migrations';
export { migrate } from './migrations/migrate';
export { insertRows, type RowShape } from './rows/insert-rows';
export { snakeCase } from './rows/snake-case';
export { PLANNED_ANEW } from './connections/statement-cache';
