// `npm run bench`: puts the built programs and a bare server under load in turns and prints the processor time of each part.
// bench/README.md explains the figures, options.ts the options.
import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BenchProcess, ROOT } from '../measuring/bench-process';
import { type BenchCase, measure } from '../measuring/load';
import { type BenchOptions, readOptions } from '../measuring/options';
import { failuresIn, type Results } from '../measuring/report';
import { runBench } from '../measuring/stage';
import { CASES, loadOf, type RequestCase } from './cases';
import { recordStatements } from './recorded-statements';
import { OTHER_BUILD, report, THE_LIMIT, THIS_BUILD } from './report';
import { type RunningBuild, startBuild } from './running-build';

const WARM_UP_SECONDS = 2;

async function bench(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const cases = CASES.filter(({ name }) => new RegExp(options.only).test(name));
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-bench-'));
  const ends: (() => Promise<void>)[] = [];
  try {
    const build = await startBuild(ROOT, options);
    ends.push(() => build.stop());
    const limit = await startLimit(build, cases, folder);
    ends.push(() => limit.stop());
    const beside = options.beside
      ? await startBuild(path.resolve(options.beside), { ...options, profile: undefined })
      : undefined;
    if (beside) ends.push(() => beside.stop());

    const results: Results = new Map();
    // One case after the other, because writes change the lists that other cases read.
    for (const [index, one] of cases.entries()) {
      const loads = [
        ...(beside ? [loadOf(one, beside, OTHER_BUILD)] : []),
        loadOf(one, build, THIS_BUILD),
        ...(one.hasLimit ? [limitOf(one, index, build, limit)] : []),
      ];
      for (const [name, measurements] of await measureInTurns(loads, options)) results.set(name, measurements);
    }
    console.log(`\n${[report(results, cases, options), ...failuresIn(results)].join('\n')}`);
    if (failuresIn(results).length > 0) process.exitCode = 1;
  } finally {
    await Promise.all(ends.map((end) => end()));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startLimit(build: RunningBuild, cases: RequestCase[], folder: string): Promise<BenchProcess> {
  const recorded = await recordStatements(build, cases);
  const file = path.join(folder, 'statements.json');
  const lines = cases.map(({ name, service }) => ({ service, statements: recorded.get(name) ?? [] }));
  writeFileSync(file, JSON.stringify(lines));
  const env = {
    DATABASE_URL: build.databaseUrl('content'),
    CALENDAR_DATABASE_URL: build.databaseUrl('calendar'),
    STATEMENTS: file,
  };
  return BenchProcess.start('limit', path.join(__dirname, 'limit-server.ts'), env, '/0');
}

const limitOf = ({ name }: RequestCase, index: number, build: RunningBuild, limit: BenchProcess): BenchCase => ({
  name: `${name}, ${THE_LIMIT}`,
  request: () => ({ path: `/${index}` }),
  url: limit.url,
  servers: { service: limit, postgresql: build.parts.postgresql },
});

async function measureInTurns(loads: BenchCase[], options: BenchOptions): Promise<Results> {
  const results: Results = new Map();
  for (const load of loads) await measure(load, { ...options, seconds: WARM_UP_SECONDS });
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const load of loads) {
      const measurement = await measure(load, options);
      results.set(load.name, [...(results.get(load.name) ?? []), measurement]);
      console.log(`round ${round}: ${load.name}: ${Math.round(measurement.requestsPerSecond)} requests/s`);
    }
  }
  return results;
}

runBench(bench);
