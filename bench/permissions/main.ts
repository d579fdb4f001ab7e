// `npm run bench:permissions`: the cost of item permissions in a library of a million pages. Lists and reads of restricted callers alternate
// with those of the administrator, over HTTP against the built content-service. docs/performance.md explains the figures.
import 'reflect-metadata';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { EmbeddedPostgres } from '@almanac/embedded-postgres';
import { seedingClient } from '../seed/seeding-client';
import { BenchProcess, builtScript } from '../measuring/bench-process';
import { seedLibrary } from '../seed/library';
import { ADMINISTRATOR_TOKEN, seedPeople } from './callers';
import { measureChanges, measureReads } from './measure';
import { reportChanges, reportReads } from './report';

const LIBRARY = { pages: 1_000_000, books: 5_000, bodies: 5_000 };

async function bench(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '25' },
      only: { type: 'string', default: '' },
      keep: { type: 'string' },
    },
  });
  const folder = values.keep ? path.resolve(values.keep) : mkdtempSync(path.join(tmpdir(), 'almanac-permissions-'));
  const files = path.join(folder, 'files');
  mkdirSync(files, { recursive: true });
  const postgres = await EmbeddedPostgres.start({
    dataDir: path.join(folder, 'postgres'),
    settings: { fsync: 'off' },
    endsWithProcess: true,
  });
  let content: BenchProcess | undefined;
  try {
    const env = {
      DATABASE_URL: postgres.url('content'),
      STORAGE_URL: pathToFileURL(files).href,
      SERVICE_SECRET: 'permissions',
      ADMIN_API_TOKEN: ADMINISTRATOR_TOKEN,
      API_REQUESTS_PER_MIN: '100000000',
      API_REQUESTS_IN_FLIGHT: '100000000',
    };
    await postgres.createDatabase('content');
    await BenchProcess.run(builtScript('content-service'), ['migrate'], env);
    await seedOnce(env.DATABASE_URL, path.join(folder, 'seeded'));
    content = await BenchProcess.start('content-service', builtScript('content-service'), env, '/healthz');
    console.log(reportReads(await measureReads(content.url, Number(values.rounds), new RegExp(values.only))));
    console.log(reportChanges(await measureChanges(content.url)));
  } finally {
    await content?.stop();
    await postgres.stop();
    if (!values.keep) rmSync(folder, { recursive: true, force: true });
  }
}

/** @param mark file that marks the database as complete; with `--keep` the next run finds it */
async function seedOnce(url: string, mark: string): Promise<void> {
  if (existsSync(mark)) return;
  const started = performance.now();
  const client = seedingClient(url);
  await client.connect();
  try {
    await seedLibrary(client, LIBRARY, await seedPeople(client));
  } finally {
    await client.end();
  }
  writeFileSync(mark, '');
  console.log(`bench: ${LIBRARY.pages} pages came in within ${Math.round((performance.now() - started) / 1000)} s.`);
}

bench().catch((failure: unknown) => {
  console.error(failure);
  process.exitCode = 1;
});
