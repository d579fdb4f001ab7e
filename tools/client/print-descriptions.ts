// Prints the OpenAPI documents of both services as JSON, without a database. The build of the client makes its types from them, with every
// spelling of a value that is accepted.
// node --require ./tools/typescript.cjs tools/client/print-descriptions.ts [all-spellings]
import 'reflect-metadata';
import { Jobs } from '@almanac/jobs';
import { createLogger } from '@almanac/observability';
import { openApi, ServedRoutes } from '@almanac/openapi';
import { withAllSpellings } from '@almanac/validation';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { readCalendarSettings, NAMESPACE } from '../../apps/calendar-service/src/config';
import { calendarInterface } from '../../apps/calendar-service/src/features/index/interface';
import { createCalendarApp } from '../../apps/calendar-service/src/start';
import { readContentSettings } from '../../apps/content-service/src/config';
import { contentInterface } from '../../apps/content-service/src/features/docs/interface';
import { createContentApp } from '../../apps/content-service/src/start';

const BASE_URL = 'http://localhost:8080';
const ENVIRONMENT = {
  BASE_URL,
  DATABASE_URL: 'postgres://localhost/none',
  CALENDAR_DATABASE_URL: 'postgres://localhost/none',
  STORAGE_URL: 'file:///none',
  SERVICE_SECRET: 'a secret that no service ever uses',
  RUN_JOBS: 'false',
};

// Routes and declarations are known before the first connection.
DataSource.prototype.initialize = function () {
  return Promise.resolve(this);
};
Jobs.prototype.start = () => Promise.resolve();

async function routesOf(app: NestExpressApplication) {
  await app.init();
  return app.get(ServedRoutes, { strict: false }).all();
}

async function main(): Promise<void> {
  const logger = createLogger({ level: 'error', format: 'json', name: 'descriptions' });
  const content = await routesOf(await createContentApp(readContentSettings(ENVIRONMENT), logger));
  const calendar = await routesOf(await createCalendarApp(readCalendarSettings(ENVIRONMENT), logger));
  const documents = {
    content: openApi(content, contentInterface('Almanac API', BASE_URL)),
    calendar: openApi(calendar, calendarInterface(`${BASE_URL}/${NAMESPACE}`)),
  };
  const printed = process.argv.includes('all-spellings') ? withAllSpellings(documents) : documents;
  process.stdout.write(JSON.stringify(printed), () => process.exit());
}

main().catch((failure: unknown) => {
  console.error(failure);
  process.exitCode = 1;
});
