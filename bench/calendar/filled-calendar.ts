import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SERVICE_SECRET } from '../../apps/calendar-service/src/testing/content-stand-in';
import { BenchProcess, builtScript, type Environment } from '../measuring/bench-process';
import { type Stage, UNLIMITED } from '../measuring/stage';
import { seedEvents, sizeOf } from '../seed/events';

type CalendarEnvironment = Environment & { CALENDAR_DATABASE_URL: string };

/**
 * Creates or reuses a database with this number of events. A file in the folder of the stage marks a complete database.
 * @returns the settings of a service that uses it
 */
export async function filledCalendar(
  { postgres, folder, files }: Stage,
  events: number,
  contentUrl: string,
): Promise<CalendarEnvironment> {
  const name = `calendar_${events}`;
  const env = {
    CALENDAR_DATABASE_URL: postgres.url(name),
    CONTENT_URL: contentUrl,
    STORAGE_URL: pathToFileURL(files).href,
    SERVICE_SECRET,
    ...UNLIMITED,
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
