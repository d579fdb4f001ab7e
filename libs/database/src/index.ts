export { createDataSource, type DatabaseOptions } from './data-source';
export { Database, isUniqueViolation, type ReportLateFailure } from './database';
export { DatabaseModule } from './database.module';
export { migrate } from './migrate';
export { checkDatabase } from './readiness';
export { snakeCase } from './snake-case';
