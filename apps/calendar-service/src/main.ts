// First, because it tells that Node is too old before another module fails on it.
import { runCommandLine } from '@almanac/runtime';
import 'reflect-metadata';
import { checkDatabaseAtStart } from '@almanac/database';
import { runService } from '@almanac/http';
import { commandsOf } from './commands';
import { readCalendarSettings } from './config';
import { databaseOptions } from './data-source';
import { calendarLogger, createCalendarApp } from './start';

async function serve(): Promise<void> {
  const settings = readCalendarSettings(process.env);
  const logger = calendarLogger(settings);
  const service = {
    dialect: 'calendar',
    canStart: () => checkDatabaseAtStart(databaseOptions(settings)),
    createApp: () => createCalendarApp(settings, logger),
  } as const;
  await runService(service, logger, { ...settings, name: 'calendar-service' });
}

runCommandLine({ program: 'calendar-service', commands: commandsOf(process.env), serve });
