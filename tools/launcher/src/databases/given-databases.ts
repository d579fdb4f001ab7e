import { errorCode } from '@almanac/runtime';
import { Client } from 'pg';
import { LaunchError } from '../settings/launch-error';
import type { DatabaseUrls } from '../settings/settings';

const CONNECT_MS = 5_000;

/**
 * Connects once to each configured database, so that the error message names the variable and host of a wrong address.
 * @throws LaunchError naming the first database that cannot be used
 */
export async function checkDatabases({ content, calendar }: DatabaseUrls): Promise<void> {
  await check('DATABASE_URL', content);
  await check('CALENDAR_DATABASE_URL', calendar);
}

async function check(variable: string, url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  // Only the connection attempt counts here. The programs report connections that break later.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (failure) {
    const { host, pathname } = new URL(url);
    const reason = errorCode(failure) ?? (failure instanceof Error ? failure.message : String(failure));
    throw new LaunchError(`The database ${pathname.slice(1)} at ${host} of ${variable} cannot be used: ${reason}.`, {
      cause: failure,
    });
  } finally {
    await client.end();
  }
}
