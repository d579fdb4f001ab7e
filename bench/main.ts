// `npm run bench`: fills an embedded PostgreSQL, starts the built programs and two baselines, puts them under load in turns, prints the ratios.
// docs/performance.md explains the figures, options.ts the options.
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedPostgres } from '@almanac/embedded-postgres';
import type { BenchProcess } from './bench-process';
import { casesOf } from './cases';
import { measure, readOnce } from './load';
import { readOptions } from './options';
import { failuresIn, report, type Results } from './report';
import { startSystem } from './system';

const WARM_UP_SECONDS = 2;

async function bench(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-bench-'));
  const postgres = await EmbeddedPostgres.start({ dataDir: path.join(folder, 'postgres'), settings: { fsync: 'off' } });
  const started: BenchProcess[] = [];
  try {
    const system = await startSystem(postgres, folder, options, started);
    console.log(`bench: ${options.pages} pages are in, ${started.length} programs run.`);
    const results: Results = new Map();
    const paths = Array.from({ length: options.pages }, (_, index) => `/api/pages/${index + 1}`);
    results.set('page read, each page for the first time', [
      await readOnce(system.content, paths, system.authorization),
    ]);
    if (system.beside) await readOnce(system.beside, paths, system.authorization);

    const cases = casesOf(system, options);
    for (const benchCase of cases) await measure(benchCase, { ...options, seconds: WARM_UP_SECONDS });
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const benchCase of cases) {
        const measurement = await measure(benchCase, options);
        results.set(benchCase.name, [...(results.get(benchCase.name) ?? []), measurement]);
        console.log(`round ${round}: ${benchCase.name}: ${Math.round(measurement.requestsPerSecond)} requests/s`);
      }
    }
    console.log(`\n${[report(results, options), ...failuresIn(results)].join('\n')}`);
    if (failuresIn(results).length > 0) process.exitCode = 1;
  } finally {
    await Promise.all(started.map((program) => program.stop()));
    await postgres.stop({ now: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

bench().catch((failure: unknown) => {
  console.error(failure);
  process.exitCode = 1;
});
