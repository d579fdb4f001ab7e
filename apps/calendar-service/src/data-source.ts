import { createDataSource, type DatabaseOptions } from '@almanac/database';
import type { Settings } from './config';
import { MIGRATIONS, REPLACED } from './migrations';

export const databaseOptions = ({
  databaseUrl,
  databasePoolSize,
}: Pick<Settings, 'databaseUrl' | 'databasePoolSize'>): DatabaseOptions => ({
  url: databaseUrl,
  poolSize: databasePoolSize,
  applicationName: 'calendar-service',
  entities: [],
  migrations: MIGRATIONS,
  replaced: REPLACED,
});

export const calendarDataSource = (settings: Pick<Settings, 'databaseUrl' | 'databasePoolSize'>) =>
  createDataSource(databaseOptions(settings));
