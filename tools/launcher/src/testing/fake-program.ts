// Stands in for each of the three programs: answers /readyz and /whoami, and ends on SIGTERM.
import { exitWithParent } from '@almanac/runtime';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Client } from 'pg';
import { RecordingApi } from './recording-api';

const env = process.env;
const databaseUrl = env['DATABASE_URL'] ?? env['CALENDAR_DATABASE_URL'];
const name = env['DATABASE_URL'] ? 'content-service' : databaseUrl ? 'calendar-service' : 'gateway';
const neighbours: Record<string, string | undefined> = {
  '/content': env['CONTENT_URL'],
  '/calendar-service': env['CALENDAR_URL'],
};

/** Adds a row to the database, so that a test can tell whether an earlier run used it. */
async function migrate(): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (at timestamptz DEFAULT now()); INSERT INTO migrations DEFAULT VALUES',
  );
  await client.end();
}

async function countMigrations(): Promise<number> {
  if (!databaseUrl) return 0;
  const client = new Client(databaseUrl);
  await client.connect();
  const { rowCount } = await client.query('SELECT FROM migrations');
  await client.end();
  return rowCount ?? 0;
}

async function answer(request: IncomingMessage, response: ServerResponse, api: RecordingApi): Promise<void> {
  const path = request.url ?? '';
  const neighbour = Object.entries(neighbours).find(([prefix]) => path.startsWith(`${prefix}/`));
  if (path === '/readyz') response.writeHead(env['FAKE_NEVER_READY'] === name ? 503 : 200).end();
  else if (path === '/whoami')
    response.end(JSON.stringify({ ...env, name, pid: process.pid, migrations: await countMigrations() }));
  else if (neighbour) response.end(await (await fetch(`${neighbour[1]}${path.slice(neighbour[0].length)}`)).text());
  else api.app(request, response);
}

function serve(): void {
  const api = new RecordingApi(env['FAKE_TOKEN']);
  const server = createServer((request, response) => {
    answer(request, response, api).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  const end = () => {
    const slowMs = env['FAKE_SLOW_END'] === name ? 1_500 : 0;
    setTimeout(() => {
      console.log('finished what it was doing');
      process.exit(0);
    }, slowMs);
  };
  process.on('SIGTERM', end);
  // A program that hangs must not notice the end of its launcher.
  if (env['FAKE_HANGS'] !== name) exitWithParent(end);
  server.listen(Number(env['PORT']), env['HOST'], () => console.log('listens'));
}

if (env['FAKE_DIES'] === name) {
  console.error('no way to live like this');
  process.exit(3);
} else if (process.argv[2] === 'recover-admin') {
  console.log(`recovered for ${env['ADMIN_EMAIL']}`);
} else if (process.argv[2] === 'migrate') {
  migrate().catch((failure: unknown) => {
    console.error(failure);
    process.exit(1);
  });
} else {
  serve();
}
