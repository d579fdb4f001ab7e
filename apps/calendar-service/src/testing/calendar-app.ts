import '../../../../libs/auth/src/passwords/testing/cheap-hashes';
import type { Environment } from '@almanac/runtime';
import { Database, migrate } from '@almanac/database';
import { type Route, routeTable } from '@almanac/http';
import { Jobs } from '@almanac/jobs';
import { DrainingServer } from '@almanac/lifecycle';
import { openApi, type ServedRoute, ServedRoutes } from '@almanac/openapi';
import {
  type Caller,
  cloneDatabase,
  DescribedExchanges,
  type Description,
  TestApi,
  testStorage,
} from '@almanac/testing';
import { apiRoot, NAMESPACE, readCalendarSettings } from '../config';
import { calendarDataSource } from '../data-source';
import { calendarInterface } from '../features/index/interface';
import { createCalendarApp } from '../start';
import { ContentStandIn, SERVICE_SECRET } from './content-stand-in';
import { Given } from './given';

/** A calendar-service of its own for one test file: real server, real database, a stand-in for content-service. */
export interface CalendarApp {
  /** Paths start below the namespace: `/events`. */
  api: CalendarApi;
  given: Given;
  content: ContentStandIn;
  database: Database;
  jobs: Jobs;
  /** Folder of its files. */
  storage: string;
  /** For another process on the same database and files. */
  environment: Environment;
  /** Every route that it serves. */
  routes: readonly Route[];
  /** Its routes with their descriptions. */
  served(): readonly ServedRoute[];
  close(): Promise<void>;
}

/** Sends requests below the namespace. */
export class CalendarApi extends TestApi {
  override with(headers: Record<string, string>): CalendarApi {
    return new CalendarApi(this.baseUrl, { ...this.headers, ...headers }, this.options);
  }

  override repeatingWhenBusy(): CalendarApi {
    return new CalendarApi(this.baseUrl, this.headers, { ...this.options, repeatsWhenBusy: true });
  }

  override as({ token }: Caller): CalendarApi {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Token ${token}` };
    return new CalendarApi(this.baseUrl, headers, this.options);
  }

  /** For bodies that are texts of this media type. */
  saying(type: string, caller: Caller): CalendarApi {
    return this.as(caller).with({ 'content-type': type });
  }

  /** Takes whole paths, with the namespace. */
  atRoot(headers: Record<string, string> = {}): TestApi {
    return new TestApi(this.baseUrl, headers, this.options);
  }

  override send(...[method, path, body]: Parameters<TestApi['send']>): ReturnType<TestApi['send']> {
    return super.send(method, `/${NAMESPACE}${path}`, body);
  }
}

/** Requests that a test did not wait for are still answered. */
const DRAIN_TIMES = { idleMs: 0, limitMs: 30_000 };

/** The site's zone in all tests. */
const SITE_ZONE = 'Europe/Rome';

/** @param more settings beside the usual ones */
export async function startCalendar(more: Environment = {}): Promise<CalendarApp> {
  const clone = await cloneDatabase('calendar', migrateCalendar);
  const content = await ContentStandIn.start();
  const storage = await testStorage();
  const environment = {
    CALENDAR_DATABASE_URL: clone.url,
    DATABASE_PREPARED_STATEMENTS: process.env['DATABASE_PREPARED_STATEMENTS'] ?? 'true',
    CONTENT_URL: content.url,
    STORAGE_URL: storage.url,
    SERVICE_SECRET,
    BASE_URL: 'https://calendar.example',
    TZ_SITE: SITE_ZONE,
    LOG_LEVEL: 'error',
    API_REQUESTS_PER_MIN: '1000000',
    API_REQUESTS_IN_FLIGHT: '1000000',
    // On a busy machine an import takes many times as long.
    IMPORT_WAIT_SECONDS: '50',
    TASK_TIME_FACTOR: '100',
    ...more,
  };
  const settings = readCalendarSettings(environment);
  const app = await createCalendarApp(settings);
  const server = new DrainingServer(app.getHttpServer());
  await app.listen(0, '127.0.0.1');
  const served = () => app.get(ServedRoutes).all();
  const describe = (): Promise<Description> => {
    const description: Description = JSON.parse(
      JSON.stringify(openApi(served(), calendarInterface(apiRoot(settings)))),
    );
    return Promise.resolve(description);
  };
  const root = `/${NAMESPACE}`;
  const api = new CalendarApi(await app.getUrl(), {}, { description: new DescribedExchanges(describe, root, root) });
  return {
    api,
    given: new Given(api, content),
    content,
    database: app.get(Database),
    jobs: app.get(Jobs),
    storage: storage.folder,
    environment,
    routes: routeTable(app.getHttpAdapter().getInstance()),
    served,
    close: async () => {
      // Node's own close would wait for ever for a connection that a browser opened in advance.
      await server.drain(DRAIN_TIMES);
      await app.close();
      await content.stop();
      await clone.drop();
      await storage.remove();
    },
  };
}

async function migrateCalendar(url: string): Promise<void> {
  const source = await calendarDataSource({ databaseUrl: url, databasePoolSize: 2 }).initialize();
  try {
    await migrate(source);
  } finally {
    await source.destroy();
  }
}
