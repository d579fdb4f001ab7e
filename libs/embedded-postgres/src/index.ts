export { EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres';
export { EmbeddedPostgresError } from './embedded-postgres.error';
export { letServerThrough } from './server/server-account';
