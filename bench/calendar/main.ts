// `npm run bench:calendar`: compares lists of a calendar with a million events (or `--events`) and of one with ten thousand. Both databases
// are in one embedded PostgreSQL, each with the built calendar-service; requests alternate. docs/performance.md explains the figures.
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { EmbeddedPostgres } from '@almanac/embedded-postgres';
import { Client } from 'pg';
import { ContentStandIn } from '../../apps/calendar-service/src/testing/content-stand-in';
import { AUTHOR, EDITOR } from '../../apps/calendar-service/src/testing/given';
import { BenchProcess, builtScript } from '../measuring/bench-process';
import { COMMIT } from '../requests/commits';
import { filledCalendar } from './filled-calendar';
import { findPlaces } from './places';
import { report, reportWrites } from './report';
import { type Calendar, measure } from './measure';
import { calendarCases } from './requests';
import { measureWrites } from './writes';

const BASELINE = 10_000;

async function bench(): Promise<void> {
  const { values } = parseArgs({
    options: {
      events: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '25' },
      only: { type: 'string', default: '' },
      keep: { type: 'string' },
      dist: { type: 'string' },
    },
  });
  const folder = values.keep ? path.resolve(values.keep) : mkdtempSync(path.join(tmpdir(), 'almanac-calendar-'));
  const postgres = await EmbeddedPostgres.start({
    dataDir: path.join(folder, 'postgres'),
    endsWithProcess: true,
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      max_wal_size: '4GB',
      wal_level: 'minimal',
      max_wal_senders: 0,
    },
  });
  const database = new Client(postgres.url('postgres'));
  const content = await ContentStandIn.start();
  const running: BenchProcess[] = [];
  try {
    const script = builtScript('calendar-service', values.dist);
    const calendars: Calendar[] = [];
    for (const events of [BASELINE, Number(values.events)]) {
      const env = await filledCalendar(postgres, folder, events, content.url);
      const service = await BenchProcess.start('calendar-service', script, env, '/healthz');
      running.push(service);
      calendars.push({ events, url: service.url, places: await findPlaces(env.CALENDAR_DATABASE_URL) });
    }
    const rounds = Number(values.rounds);
    await database.connect();
    const commit = () => database.query(COMMIT);
    const [author, editor] = [content.user(AUTHOR).token, content.user(EDITOR).token];
    console.log(
      report(
        await measure(calendars, calendarCases({ author, editor }), rounds, new RegExp(values.only), commit),
        calendars,
      ),
    );
    console.log(
      reportWrites(
        await measureWrites(
          calendars.map(({ url }) => url),
          editor,
          rounds,
        ),
        calendars,
      ),
    );
  } finally {
    await Promise.all(running.map((service) => service.stop()));
    await content.stop();
    await database.end();
    await postgres.stop();
    if (!values.keep) rmSync(folder, { recursive: true, force: true });
  }
}

bench().catch((failure: unknown) => {
  console.error(failure);
  process.exitCode = 1;
});
