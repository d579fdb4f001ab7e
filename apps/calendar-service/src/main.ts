import 'reflect-metadata';
import { migrate } from '@almanac/database';
import { runService } from '@almanac/http';
import { readCalendarSettings } from './config';
import { calendarDataSource } from './data-source';
import { calendarLogger, createCalendarApp } from './start';

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
  const logger = calendarLogger(settings);
  await runService(await createCalendarApp(settings, logger), logger, settings);
}

(process.argv[2] === 'migrate' ? install() : serve()).catch((failure: unknown) => {
  console.error(failure instanceof Error && failure.name === 'SettingsError' ? failure.message : failure);
  process.exit(1);
});
