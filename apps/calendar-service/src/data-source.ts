import { createDataSource, type DatabaseOptions } from '@almanac/database';
import type { Settings } from './config';
import { Term } from './features/terms/term.entity';
import { MIGRATIONS } from './migrations';

export const databaseOptions = ({
  databaseUrl,
  databasePoolSize,
}: Pick<Settings, 'databaseUrl' | 'databasePoolSize'>): DatabaseOptions => ({
  url: databaseUrl,
  poolSize: databasePoolSize,
  applicationName: 'calendar-service',
  entities: [Term],
  migrations: MIGRATIONS,
});

export const calendarDataSource = (settings: Pick<Settings, 'databaseUrl' | 'databasePoolSize'>) =>
  createDataSource(databaseOptions(settings));
