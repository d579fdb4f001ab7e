import type { EmbeddedPostgres } from '@almanac/embedded-postgres';

/** The server of the global setup, for the teardown. */
export const running: { server?: EmbeddedPostgres; dataDir?: string } = {};
