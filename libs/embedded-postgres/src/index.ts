export { EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres';
export { EmbeddedPostgresError } from './cluster/embedded-postgres.error';
export { grantServerTraversal } from './cluster/server-account';
