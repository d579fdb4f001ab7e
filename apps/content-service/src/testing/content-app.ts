import '../../../../libs/auth/src/passwords/testing/cheap-hashes';
import { Database, migrate } from '@almanac/database';
import { type Route, routeTable } from '@almanac/http';
import { DrainingServer } from '@almanac/lifecycle';
import { openApi, ServedRoutes } from '@almanac/openapi';
import { cloneDatabase, DescribedExchanges, type Description, TestApi, testStorage } from '@almanac/testing';
import { readContentSettings } from '../config';
import { ActivityLog } from '../content/activity/activity-log';
import { contentDataSource } from '../data-source';
import { contentInterface } from '../features/docs/interface';
import { ensureFirstAdministrator } from '../install/first-administrator';
import { createContentApp } from '../start';
import { Given } from './given';

/** Requests that a test did not wait for are still answered. */
const DRAIN_TIMES = { idleMs: 0, limitMs: 30_000 };

export const SERVICE_SECRET = 'a secret between the services of a test';

/** A separate content-service for one test file: real server, real database, real files. */
export interface ContentApp {
  api: TestApi;
  given: Given;
  database: Database;
  /** For a second app on the same database: `startContent({ DATABASE_URL })`. */
  databaseUrl: string;
  /** Settings for a second app on the same database and files. */
  environment: Readonly<Record<string, string>>;
  /** All its routes. */
  routes: readonly Route[];
  baseUrl: string;
  /** The folder of its files. */
  storage: string;
  close(): Promise<void>;
}

/** @param more additional settings, or replacements of the defaults of tests */
export async function startContent(more: Record<string, string> = {}): Promise<ContentApp> {
  const clone = await cloneDatabase('content', migrateContent);
  const storage = await testStorage({ busyFolder: 'uploads/files/imports' });
  const environment = {
    DATABASE_URL: clone.url,
    DATABASE_PREPARED_STATEMENTS: process.env['DATABASE_PREPARED_STATEMENTS'] ?? 'true',
    STORAGE_URL: storage.url,
    SERVICE_SECRET,
    BASE_URL: 'https://docs.example',
    LOG_LEVEL: 'error',
    API_REQUESTS_PER_MIN: '1000000',
    API_REQUESTS_IN_FLIGHT: '1000000',
    RUN_JOBS: 'false',
    // Long time-outs, because everything takes many times as long on a busy machine.
    EXPORT_PDF_TIMEOUT: '600',
    IMPORT_WAIT_SECONDS: '50',
    TASK_TIME_FACTOR: '100',
    ...more,
  };
  const settings = readContentSettings(environment);
  const app = await createContentApp(settings);
  const server = new DrainingServer(app.getHttpServer());
  await app.listen(Number(more['PORT'] ?? 0), '127.0.0.1');
  const database = app.get(Database);
  // Without the stored settings, because some tests begin without a database.
  const describe = (): Promise<Description> => {
    const served = openApi(app.get(ServedRoutes).all(), contentInterface('Almanac API', settings.baseUrl));
    const description: Description = JSON.parse(JSON.stringify(served));
    return Promise.resolve(description);
  };
  return {
    api: new TestApi(await app.getUrl(), {}, { description: new DescribedExchanges(describe, '/api') }),
    given: new Given(database),
    database,
    databaseUrl: settings.databaseUrl,
    environment,
    routes: routeTable(app.getHttpAdapter().getInstance()),
    baseUrl: settings.baseUrl,
    storage: storage.folder,
    close: async () => {
      // Node's own close would wait for ever for a connection that a browser opened in advance.
      await server.drain(DRAIN_TIMES);
      await app.close();
      await clone.drop();
      await storage.remove();
    },
  };
}

async function migrateContent(url: string): Promise<void> {
  const source = await contentDataSource(url).initialize();
  try {
    await migrate(source);
    const database = new Database(source, console.error);
    const settings = { adminEmail: 'admin@example.com', adminPassword: 'password', adminApiToken: undefined };
    await ensureFirstAdministrator(database, settings, new ActivityLog(database, { ipAddressPrecision: 4 }));
  } finally {
    await source.destroy();
  }
}
