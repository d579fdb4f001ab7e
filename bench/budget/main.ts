// `npm run bench -- budget`: fails when a request takes more than 1.2 × the processor time in bench/budget.json, at rest, three times.
// `-- --short` measures the frequent requests only, `-- --write` writes the measured figures there. bench/README.md explains them.
import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BenchProcess, ROOT } from '../measuring/bench-process';
import { type BenchCase, measure } from '../measuring/load';
import { watchOtherPrograms } from '../measuring/other-programs';
import { runBench } from '../measuring/stage';
import { CASES, loadOf, type RequestCase } from '../requests/cases';
import { type RunningBuild, startBuild } from '../requests/running-build';
import { type Budget, faultsOf, readBudget, writeBudget } from './budget-file';
import { ratioOf, toleranceOf, warmUp } from './measured-ratio';
import { summarizeProfiles, type TimeSpan } from './profile-summary';

const SIZE = { pages: 500, events: 200, commits: 0 };
/** Share of other programs that spoils a record. */
const MAX_OTHERS_TO_RECORD = 0.25;
/** Rounds of each measurement of a case. The later ones measure only the cases that exceeded their budget before. */
const ROUNDS = [8, 16, 32] as const;
const ROUNDS_TO_RECORD = 16;
const SETTINGS = {
  /** Periodic tasks work and commit by the clock. The slower the machine, the more of that would count for each request. */
  RUN_JOBS: 'false',
  /** A browser that ends takes the time of its processes with it, so one browser prints all PDF files. */
  EXPORT_PDF_PER_BROWSER: '10000',
};
const PROFILED = { connections: 8, seconds: 10 };
const percent = new Intl.NumberFormat('en', { style: 'percent' });
const NAMES = CASES.map(({ name }) => name);

interface MeasuredCase extends RequestCase {
  readonly ratio: number;
  /** Share of the processors that other programs took meanwhile. */
  readonly others: number;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      write: { type: 'boolean', default: false },
      short: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
    },
  });
  const cases = CASES.filter(
    ({ name, isHot }) => (isHot === true || !values.short) && new RegExp(values.only).test(name),
  );
  if (values.write) {
    // Each figure at once, so that a later failure loses none.
    const measured = await measureEach(cases, ROUNDS_TO_RECORD, (one) => {
      writeBudget({ [one.name]: one.ratio }, NAMES);
      console.log(described(one));
    });
    if (measured.some(({ others }) => others > MAX_OTHERS_TO_RECORD))
      console.warn('Other programs ran meanwhile. Record again on a machine at rest.');
    return;
  }
  const budget = readBudget();
  const faults = faultsOf(budget, NAMES);
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exitCode = 1;
    return;
  }
  let exceeding: readonly RequestCase[] = cases;
  // Other programs can slow one measurement down. Each further one is of a new system, some time later.
  for (const rounds of ROUNDS) {
    exceeding = await beyond(budget, exceeding, rounds);
    if (exceeding.length === 0) return;
  }
  process.exitCode = 1;
  const { folder, span } = await profile(exceeding);
  console.error(
    [
      '',
      ...exceeding.map(({ name }) => `FAILED: "${name}" takes more than its budget of ${budget[name]} × bare allows.`),
      `CPU profiles are in ${folder}. Their longest functions:`,
      ...summarizeProfiles(folder, span),
    ].join('\n'),
  );
}

/** The cases that exceed their budget. */
async function beyond(budget: Budget, cases: readonly RequestCase[], rounds: number): Promise<RequestCase[]> {
  const isExceeding = (one: MeasuredCase) => !(one.ratio <= (budget[one.name] ?? Number.NaN) * toleranceOf(one.others));
  const measured = await measureEach(cases, rounds, (one) =>
    console.log(`${described(one)}, budget ${budget[one.name]}${isExceeding(one) ? ': EXCEEDED' : ''}`),
  );
  return measured.filter(isExceeding);
}

const described = ({ name, ratio, others }: MeasuredCase): string =>
  `${name}: ${ratio.toFixed(1)} × bare, other programs ${percent.format(others)} of the processors`;

/** @param report gets each case as soon as it is measured */
async function measureEach(
  cases: readonly RequestCase[],
  rounds: number,
  report: (one: MeasuredCase) => void,
): Promise<MeasuredCase[]> {
  const measured: MeasuredCase[] = [];
  await onBuild(undefined, async (build) => {
    const env = { DATABASE_URL: build.databaseUrl('content') };
    const bare = await BenchProcess.start('bare', path.join(__dirname, 'bare-server.ts'), env, '/');
    try {
      await warmUp(loadOfBare(bare, build));
      for (const one of cases) {
        const others = watchOtherPrograms([...Object.values(build.parts), bare]);
        const ratio = await ratioOf(loadOf(one, build, 'this build'), loadOfBare(bare, build), rounds);
        const result = { ...one, ratio, others: others() };
        measured.push(result);
        report(result);
      }
    } finally {
      await bare.stop();
    }
  });
  return measured;
}

const loadOfBare = (bare: BenchProcess, build: RunningBuild): BenchCase => ({
  name: 'bare server',
  request: () => ({ path: '/' }),
  url: bare.url,
  servers: { service: bare, postgresql: build.parts.postgresql },
});

/** Runs the cases again with a profile of each program. @returns the folder of the profiles, and the time of the requests */
async function profile(cases: readonly RequestCase[]): Promise<{ folder: string; span: TimeSpan }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-budget-'));
  const span = { from: 0, to: 0 };
  await onBuild(folder, async (build) => {
    span.from = nowMicros();
    for (const one of cases) await measure(loadOf(one, build, 'profiled'), PROFILED);
    span.to = nowMicros();
  });
  return { folder, span };
}

const nowMicros = (): number => Number(process.hrtime.bigint() / 1_000n);

async function onBuild(profileFolder: string | undefined, work: (build: RunningBuild) => Promise<void>): Promise<void> {
  const build = await startBuild(ROOT, { ...SIZE, profile: profileFolder }, SETTINGS);
  try {
    await work(build);
  } finally {
    await build.stop();
  }
}

runBench(main);
