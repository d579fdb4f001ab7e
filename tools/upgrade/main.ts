// `npm run test:upgrade`: the previous release serves while this one migrates, then both serve, then this one alone. No request may fail,
// and no acknowledged record may be missing. A shallow clone does not contain the previous release; UPGRADE_REQUIRED=1 makes that a failure.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { EmbeddedPostgres } from '@almanac/embedded-postgres';
import { BusyCaller } from './busy-caller';
import { extract, previousRelease } from './previous-release';
import { Program } from './program';

const ROOT = path.resolve(__dirname, '../..');
const TOKEN = `${'a'.repeat(32)}:${'b'.repeat(32)}`;
/** Records that each caller writes in each phase. */
const MORE = 15;
/** Longer than a client's request that already chose the old program. */
const SETTLED_MS = 1_000;

const closings: (() => Promise<unknown>)[] = [];

async function rehearse(commit: string, folder: string): Promise<void> {
  const old = path.join(folder, 'previous');
  extract(commit, old);
  const postgres = await EmbeddedPostgres.start({ dataDir: path.join(folder, 'postgres'), settings: { fsync: 'off' } });
  closings.push(() => postgres.stop({ now: true }));
  for (const database of ['content', 'calendar']) await postgres.createDatabase(database);
  mkdirSync(path.join(folder, 'files'));
  const shared = {
    SERVICE_SECRET: 'a secret of the rehearsal of an upgrade',
    BASE_URL: 'http://localhost:8080',
    STORAGE_URL: pathToFileURL(path.join(folder, 'files')).href,
    DATABASE_URL: postgres.url('content'),
    CALENDAR_DATABASE_URL: postgres.url('calendar'),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'a password of the rehearsal',
    ADMIN_API_TOKEN: TOKEN,
    API_REQUESTS_PER_MIN: '1000000',
    API_REQUESTS_IN_FLIGHT: '1000000',
    LOG_LEVEL: 'error',
  };
  const migrate = async (root: string) => {
    await Program.migrate(root, 'content-service', shared);
    await Program.migrate(root, 'calendar-service', shared);
  };
  const start = async (root: string) => {
    const content = await Program.start(root, 'content-service', shared);
    closings.push(() => content.stop());
    const calendar = await Program.start(root, 'calendar-service', { ...shared, CONTENT_URL: content.address });
    closings.push(() => calendar.stop());
    return { content, calendar };
  };

  await migrate(old);
  const before = await start(old);
  const contents = [before.content.address];
  const calendars = [before.calendar.address];
  const times = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' };
  const callers = [
    new BusyCaller(contents, TOKEN, { path: '/api/books', body: (number) => ({ name: `Book ${number}` }) }),
    new BusyCaller(contents, TOKEN, { path: '/api/shelves', body: (number) => ({ name: `Shelf ${number}` }) }),
    new BusyCaller(calendars, TOKEN, {
      path: '/calendar/events/v1/events',
      body: (number) => ({ title: `Event ${number}`, ...times }),
    }),
    new BusyCaller(calendars, TOKEN, {
      path: '/calendar/events/v1/venues',
      body: (number) => ({ venue: `Venue ${number}` }),
    }),
  ];
  const progress = async (phase: string) => {
    await Promise.all(callers.map((caller) => caller.progress(MORE)));
    console.log(`${phase}: ${callers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)} records`);
  };

  await progress('previous release alone');
  await migrate(ROOT);
  await progress('previous release on the new schema');
  if (!(await before.content.isReady()) || !(await before.calendar.isReady()))
    throw new Error('the previous release is not ready on the new schema');
  const after = await start(ROOT);
  contents.push(after.content.address);
  calendars.push(after.calendar.address);
  await progress('both releases');
  contents.shift();
  calendars.shift();
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  await before.calendar.stop();
  await before.content.stop();
  await progress('this release alone');

  await Promise.all(callers.map((caller) => caller.stop()));
  const failures = callers.flatMap((caller) => caller.failures);
  if (failures.length > 0) throw new Error(failures.join('\n'));
  for (const [index, caller] of callers.entries()) {
    const missing = await caller.missingAt(index < 2 ? after.content.address : after.calendar.address);
    if (missing.length > 0) throw new Error(`acknowledged records are missing: ${missing.join(', ')}`);
  }
}

async function main(): Promise<void> {
  const commit = previousRelease();
  if (commit === undefined) {
    console.log('test:upgrade: SKIPPED, this clone does not contain the previous release');
    process.exitCode = process.env['UPGRADE_REQUIRED'] ? 1 : 0;
    return;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-upgrade-'));
  // For root, PostgreSQL runs as another user, who must be able to reach its data.
  chmodSync(folder, 0o755);
  try {
    await rehearse(commit, folder);
    console.log(`test:upgrade: from ${commit.slice(0, 8)}, no request failed and no record is missing`);
  } finally {
    for (const close of closings.reverse()) await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((failure: unknown) => {
  console.error(failure);
  process.exit(1);
});
