export { EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres';
export { EmbeddedPostgresError } from './cluster/embedded-postgres.error';
export { letServerThrough } from './cluster/server-account';
