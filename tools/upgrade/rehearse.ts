import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { EmbeddedPostgres } from '@almanac/embedded-postgres';
import { startPostgres } from '../whole-system';
import { BusyCaller } from './busy-caller';
import { blockMigrations } from './block-migrations';
import { Program, type Service } from './program';

interface Rehearsal {
  /** The checkout of the previous release. */
  previous: string;
  /** The checkout of this release. */
  current: string;
  /** Where data may be written. */
  folder: string;
  /** Records that each caller writes in each phase. */
  recordsPerPhase: number;
}

interface Programs {
  content: Program;
  calendar: Program;
}

const TOKEN = `${'a'.repeat(32)}:${'b'.repeat(32)}`;
/** Longer than a client's request that already chose the old program. */
const SETTLED_MS = 1_000;
/** At least two attempts of a migration, which waits 2 s and pauses for 1 s. */
const BLOCKED_MS = 6_000;

/** @throws Error after a failed request, and for a record that is missing */
export async function rehearse({ previous, current, folder, recordsPerPhase }: Rehearsal): Promise<void> {
  const postgres = await startPostgres(path.join(folder, 'postgres'));
  const started: Program[] = [];
  try {
    const settings = settingsOf(postgres, folder);
    const migrate = async (root: string) => {
      await Program.migrate(root, 'content-service', settings);
      await Program.migrate(root, 'calendar-service', settings);
    };
    const launch = async (root: string): Promise<Programs> => {
      const content = await Program.launch(root, 'content-service', settings);
      started.push(content);
      const calendar = await Program.launch(root, 'calendar-service', { ...settings, CONTENT_URL: content.address });
      started.push(calendar);
      return { content, calendar };
    };

    await migrate(previous);
    const before = await launch(previous);
    await becomeReady(before);
    const contents = [before.content.address];
    const calendars = [before.calendar.address];
    const callers = callersOf(contents, calendars);
    const progress = async (phase: string) => {
      await Promise.all(callers.map((caller) => caller.progress(recordsPerPhase)));
      console.log(`${phase}: ${callers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)} records`);
    };
    const replace = async (old: Programs) => {
      contents.shift();
      calendars.shift();
      await sleep(SETTLED_MS);
      await old.calendar.stop();
      await old.content.stop();
    };
    const add = ({ content, calendar }: Programs) => {
      contents.push(content.address);
      calendars.push(calendar.address);
    };

    await progress('previous release alone');
    const after = await launch(current);
    const letPass = await blockMigrations([settings.DATABASE_URL, settings.CALENDAR_DATABASE_URL]);
    const migrated = migrate(current);
    try {
      await staysUnready(pendingServices(previous, current, after), () =>
        progress('this release waits for migrations'),
      );
    } finally {
      await letPass();
      await migrated;
    }
    await becomeReady(after);
    await progress('previous release on the new schema');
    await becomeReady(before);
    add(after);
    await progress('both releases');
    await replace(before);
    await progress('this release alone');
    const again = await launch(previous);
    await becomeReady(again);
    add(again);
    await progress('both releases, during the rollback');
    await replace(after);
    await progress('previous release again');

    await Promise.all(callers.map((caller) => caller.stop()));
    const failures = callers.flatMap((caller) => caller.failures);
    if (failures.length > 0) throw new Error(failures.join('\n'));
    for (const [index, caller] of callers.entries()) {
      const missing = await caller.missingAt(index < 2 ? again.content.address : again.calendar.address);
      if (missing.length > 0) throw new Error(`acknowledged records are missing: ${missing.join(', ')}`);
    }
  } finally {
    for (const program of started.reverse()) await program.stop();
    await postgres.stop({ now: true });
  }
}

function settingsOf(postgres: EmbeddedPostgres, folder: string) {
  mkdirSync(path.join(folder, 'files'));
  return {
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
}

/** Two callers of content-service, then two of calendar-service. */
function callersOf(contents: readonly string[], calendars: readonly string[]): readonly BusyCaller[] {
  const times = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' };
  return [
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
}

async function becomeReady({ content, calendar }: Programs): Promise<void> {
  await content.answersReadiness(200);
  await calendar.answersReadiness(200);
}

/** Checks that programs run but do not become ready while the migrations are held back. */
async function staysUnready(programs: readonly Program[], meanwhile: () => Promise<void>): Promise<void> {
  await Promise.all(programs.map((program) => program.answersReadiness(503)));
  await Promise.all([sleep(BLOCKED_MS), meanwhile()]);
  for (const program of programs)
    if ((await program.readiness()) !== 503) throw new Error(`${program.address} does not wait for its migrations`);
}

/** The programs of this release that have migrations which the previous one lacks. */
function pendingServices(previous: string, current: string, { content, calendar }: Programs): Program[] {
  const migrations = (root: string, service: Service) =>
    readdirSync(path.join(root, 'apps', service, 'src/migrations')).filter((name) => /^\d/.test(name));
  const hasNew = (service: Service) => {
    const former = new Set(migrations(previous, service));
    return migrations(current, service).some((name) => !former.has(name));
  };
  return [...(hasNew('content-service') ? [content] : []), ...(hasNew('calendar-service') ? [calendar] : [])];
}
