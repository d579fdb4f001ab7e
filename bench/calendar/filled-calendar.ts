import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EmbeddedPostgres } from '@almanac/embedded-postgres';
import { SERVICE_SECRET } from '../../apps/calendar-service/src/testing/content-stand-in';
import { BenchProcess, builtScript, type Environment } from '../measuring/bench-process';
import { seedEvents, sizeOf } from '../seed/events';

export type CalendarEnvironment = Environment & { CALENDAR_DATABASE_URL: string };

/**
 * Creates or reuses a database with this number of events.
 * @param folder holds a marker file for each complete database, so that a later run can reuse it
 * @returns the settings of a service that uses it
 */
export async function filledCalendar(
  postgres: EmbeddedPostgres,
  folder: string,
  events: number,
  contentUrl: string,
): Promise<CalendarEnvironment> {
  const name = `calendar_${events}`;
  const env = {
    CALENDAR_DATABASE_URL: postgres.url(name),
    CONTENT_URL: contentUrl,
    STORAGE_URL: pathToFileURL(path.join(folder, 'files')).href,
    SERVICE_SECRET,
    API_REQUESTS_PER_MIN: '100000000',
    API_REQUESTS_IN_FLIGHT: '100000000',
  };
  const mark = path.join(folder, name);
  const isFull = existsSync(mark);
  if (!isFull) await postgres.createDatabase(name);
  // A reused database may lack the latest migrations.
  await BenchProcess.run(builtScript('calendar-service'), ['migrate'], env);
  if (isFull) return env;
  const started = performance.now();
  await seedEvents(env.CALENDAR_DATABASE_URL, sizeOf(events));
  writeFileSync(mark, '');
  console.log(`bench: ${events} events came in within ${Math.round((performance.now() - started) / 1000)} s.`);
  return env;
}
