// `npm run bench:budget`: fails when a request takes more than 1.2 × the processor time that bench/budget.json allows, twice in a row.
// `npm run bench:budget -- --write` writes the measured figures there. docs/performance.md explains them.
import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BenchProcess, ROOT } from '../measuring/bench-process';
import { type BenchCase, measure } from '../measuring/load';
import { CASES, loadOf, type RequestCase } from '../requests/cases';
import { type RunningBuild, startBuild } from '../requests/running-build';
import { type Budget, readBudget, writeBudget } from './budget-file';
import { ratioOf } from './measured-ratio';
import { summarizeProfiles } from './profile-summary';

const SIZE = { pages: 500, events: 200, commits: 0 };
const TOLERANCE = 1.2;
const PROFILED = { connections: 8, seconds: 5 };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { write: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
  });
  const cases = CASES.filter(({ name }) => new RegExp(values.only).test(name));
  if (values.write) {
    writeBudget(await ratios(cases, {}));
    return;
  }
  const budget = readBudget();
  const exceeded = await beyond(budget, cases);
  // Other programs can slow one measurement down. The second one is of a new system, some time later.
  const again = exceeded.length === 0 ? [] : await beyond(budget, exceeded);
  if (again.length === 0) return;
  process.exitCode = 1;
  const folder = await profile(again);
  console.error(
    [
      `\nTwice more than ${TOLERANCE} × the budget: ${again.map(({ name }) => name).join('; ')}. CPU profiles in ${folder}:`,
      ...summarizeProfiles(folder),
    ].join('\n'),
  );
}

/** The cases that exceed their budget. A case without a budget is one of them, so that none is forgotten. */
async function beyond(budget: Budget, cases: readonly RequestCase[]): Promise<RequestCase[]> {
  const measured = await ratios(cases, budget);
  return cases.filter(({ name }) => !((measured[name] ?? Number.NaN) <= (budget[name] ?? Number.NaN) * TOLERANCE));
}

/** The ratio of each case. */
async function ratios(cases: readonly RequestCase[], budget: Budget): Promise<Budget> {
  const found: Record<string, number> = {};
  await onBuild(undefined, async (build) => {
    const env = { DATABASE_URL: build.databaseUrl('content') };
    const bare = await BenchProcess.start('bare', path.join(__dirname, 'bare-server.ts'), env, '/');
    try {
      for (const one of cases) {
        const load = loadOf(one, build, 'this build');
        const allowed = budget[one.name];
        const ratio = await ratioOf(load, loadOfBare(bare, build));
        found[one.name] = ratio;
        console.log(`${one.name}: ${ratio.toFixed(1)} × bare${allowed === undefined ? '' : `, budget ${allowed}`}`);
      }
    } finally {
      await bare.stop();
    }
  });
  return found;
}

const loadOfBare = (bare: BenchProcess, build: RunningBuild): BenchCase => ({
  name: 'bare server',
  request: () => ({ path: '/' }),
  url: bare.url,
  servers: { service: bare, postgresql: build.parts.postgresql },
});

/** Runs the cases again with a profile of each program. @returns its folder */
async function profile(cases: readonly RequestCase[]): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-budget-'));
  await onBuild(folder, async (build) => {
    for (const one of cases) await measure(loadOf(one, build, 'profiled'), PROFILED);
  });
  return folder;
}

async function onBuild(profileFolder: string | undefined, work: (build: RunningBuild) => Promise<void>): Promise<void> {
  const build = await startBuild(ROOT, { ...SIZE, profile: profileFolder });
  try {
    await work(build);
  } finally {
    await build.stop();
  }
}

main().catch((failure: unknown) => {
  console.error(failure);
  process.exitCode = 1;
});
