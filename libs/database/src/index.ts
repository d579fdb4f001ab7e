export { createDataSource, type DatabaseOptions, type ServiceDataSource } from './data-source';
export { type CallerSignal, Database, isUniqueViolation, type ReportLateFailure } from './database';
export { DatabaseProbe } from './database-probe';
export { DatabaseModule } from './database.module';
export type { FormerMigrations } from './former-migrations';
export { migrate } from './migrate';
export { insertRows, type RowShape } from './insert-rows';
export { snakeCase } from './snake-case';
export { PLANNED_ANEW } from './statement-cache';
