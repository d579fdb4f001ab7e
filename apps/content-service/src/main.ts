import 'reflect-metadata';
import { Database, migrate } from '@almanac/database';
import { serveMetrics } from '@almanac/observability';
import { exitWithParent } from '@almanac/process';
import { readContentSettings, readInstallSettings } from './config';
import { contentDataSource } from './data-source';
import { ensureFirstAdministrator } from './install/first-administrator';
import { createContentApp } from './start';

/** `main.js migrate`: brings the database up to date and makes the first administrator. */
async function install(): Promise<void> {
  const settings = readContentSettings(process.env);
  const firstAdministrator = readInstallSettings(process.env);
  const source = await contentDataSource(settings.databaseUrl).initialize();
  try {
    await migrate(source);
    await ensureFirstAdministrator(new Database(source, console.error), firstAdministrator);
  } finally {
    await source.destroy();
  }
}

async function serve(): Promise<void> {
  const settings = readContentSettings(process.env);
  const app = await createContentApp(settings);
  if (settings.metricsPort > 0) await serveMetrics(settings.metricsPort, settings.host);
  await app.listen(settings.port, settings.host);
  exitWithParent(() => void app.close().finally(() => process.exit(0)));
}

(process.argv[2] === 'migrate' ? install() : serve()).catch((failure: unknown) => {
  console.error(failure instanceof Error && failure.name === 'SettingsError' ? failure.message : failure);
  process.exit(1);
});
