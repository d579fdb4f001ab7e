import 'reflect-metadata';
import { tmpdir } from 'node:os';
import { createApp } from '@almanac/http';
import { createLogger, type Logger } from '@almanac/observability';
import { migrate } from '@almanac/database';
import { AppModule } from './app.module';
import { NAMESPACE, readCalendarSettings, type Settings } from './config';
import { calendarDataSource } from './data-source';

const MEGABYTE = 1_048_576;

async function bringUpToDate(settings: Settings, logger: Logger): Promise<void> {
  const source = await calendarDataSource(settings).initialize();
  try {
    logger.info({ migrations: await migrate(source) }, 'database is up to date');
  } finally {
    await source.destroy();
  }
}

async function serve(settings: Settings, logger: Logger): Promise<void> {
  const body = { limitBytes: 2 * MEGABYTE, uploadLimitBytes: 2 * MEGABYTE, temporaryFolder: tmpdir() };
  const app = await createApp(AppModule.forRoot(settings, logger), { dialect: 'calendar', logger, body });
  app.setGlobalPrefix(NAMESPACE, { exclude: ['healthz', 'readyz'] });
  await app.listen(settings.port, settings.host);
  logger.info({ port: settings.port, host: settings.host }, 'listening');
}

async function main(): Promise<void> {
  const settings = readCalendarSettings(process.env);
  const logger = createLogger({ level: settings.logLevel, format: settings.logFormat, name: 'calendar-service' });
  await (process.argv[2] === 'migrate' ? bringUpToDate(settings, logger) : serve(settings, logger));
}

main().catch((failure: unknown) => {
  process.stderr.write(`${failure instanceof Error ? failure.message : String(failure)}\n`);
  process.exit(1);
});
