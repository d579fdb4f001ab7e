import 'reflect-metadata';
import { migrate } from '@almanac/database';
import { serveMetrics } from '@almanac/observability';
import { exitWithParent } from '@almanac/process';
import { readCalendarSettings } from './config';
import { calendarDataSource } from './data-source';
import { createCalendarApp } from './start';

/** `main.js migrate`: brings the database up to date. */
async function install(): Promise<void> {
  const source = await calendarDataSource(readCalendarSettings(process.env)).initialize();
  try {
    await migrate(source);
  } finally {
    await source.destroy();
  }
}

async function serve(): Promise<void> {
  const settings = readCalendarSettings(process.env);
  const app = await createCalendarApp(settings);
  if (settings.metricsPort > 0) await serveMetrics(settings.metricsPort, settings.host);
  await app.listen(settings.port, settings.host);
  exitWithParent(() => void app.close().finally(() => process.exit(0)));
}

(process.argv[2] === 'migrate' ? install() : serve()).catch((failure: unknown) => {
  console.error(failure instanceof Error && failure.name === 'SettingsError' ? failure.message : failure);
  process.exit(1);
});
