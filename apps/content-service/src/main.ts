// First, because it tells that Node is too old before another module fails on it.
import { runCommandLine } from '@almanac/runtime';
import 'reflect-metadata';
import { checkDatabaseAtStart } from '@almanac/database';
import { runService } from '@almanac/http';
import { commandsOf } from './commands';
import { readContentSettings } from './config';
import { databaseOptions } from './data-source';
import { contentLogger, createContentApp } from './start';

async function serve(): Promise<void> {
  const settings = readContentSettings(process.env);
  const logger = contentLogger(settings);
  const database = databaseOptions(settings.databaseUrl, settings.databasePoolSize);
  const service = {
    dialect: 'content',
    canStart: () => checkDatabaseAtStart(database),
    createApp: () => createContentApp(settings, logger),
  } as const;
  await runService(service, logger, { ...settings, name: 'content-service' });
}

runCommandLine({ program: 'content-service', commands: commandsOf(process.env), serve });
