import type { EmbeddedPostgres } from '@almanac/embedded-postgres';

/** What the setup leaves for the teardown. */
export const running: { server?: EmbeddedPostgres; dataDir?: string } = {};
