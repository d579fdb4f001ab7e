// `npm run test:faults`: causes faults in a running installation under load. Fails when an acknowledged write is lost, a write or a job ran
// twice, a request outlived its time-out, or the installation did not recover by itself.
// Options: --rate 20 (requests per second), --only 'PostgreSQL|Redis' (regular expression), --short (six faults in a minute; never fails
// because the machine is slow).
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { RedisServer, SilencingProxy } from '@almanac/testing';
import { newDataFolder } from '../whole-system';
import { type Fault, FAULTS, type World } from './faults';
import { ImportJobs } from './import-jobs';
import { Installation } from './installation';
import { checkLedger } from './ledger';
import { Load } from './load';
import { S3_PROGRAM, S3Server } from './s3-server';

const RESPONSE_TIMEOUT_MS = 30_000;
/** Time in which the gateway answers after its time-out. */
const SLACK_MS = 5_000;
const RECOVERY_LIMIT_MS = 120_000;
const STEADY_MS = 1_000;
const LOOK_EVERY_MS = 20;
/** The short run sends less instead of more slowly answered requests. */
const SHORT_RUN_IN_FLIGHT = 6;
/** On a slow machine, balancers learn late that a process stops, and connections take long. */
const OF_THE_SHORT_RUN = { SHUTDOWN_DELAY_MS: '3000', CONNECT_TIMEOUT_MS: '30000' };
const SMALL_DISK = '600m';
const CLOCK = path.join(__dirname, 'clock.cjs');
/** Refusals that tell the caller to try again. A 500 would be a fault of its own. */
const EXPECTED_FAILURES = /: (?:50[234]|507) |ECONNRESET|ECONNREFUSED|socket hang up/;

interface Run {
  chosen: readonly Fault[];
  /** Requests per second. */
  rate: number;
  isShort: boolean;
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { rate: text, only: text, short: { type: 'boolean', default: false } } });
  const only = new RegExp(values.only ?? '');
  const chosen = FAULTS.filter(({ name, isShort }) => only.test(name) && (!values.short || isShort));
  const run: Run = { chosen, rate: Number(values.rate ?? 20), isShort: values.short };
  const folder = newDataFolder('faults');
  const smallDisk = run.isShort ? undefined : mountSmallDisk(path.join(folder, 'database'));
  try {
    const faults = await underFaults(run, folder, smallDisk);
    for (const fault of faults) console.error(`FAULT ${fault}`);
    process.exitCode = faults.length > 0 ? 1 : 0;
  } finally {
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
}

async function underFaults(run: Run, folder: string, smallDisk: string | undefined): Promise<string[]> {
  const redisProgram = redisServer();
  const redis = redisProgram === undefined ? undefined : await RedisServer.start(redisProgram);
  const s3 =
    S3_PROGRAM === undefined || run.isShort ? undefined : await S3Server.start(S3_PROGRAM, path.join(folder, 'bucket'));
  const proxies: SilencingProxy[] = [];
  const installation = await Installation.start({
    replicas: 2,
    databaseFolder: smallDisk && path.join(smallDisk, 'data'),
    settings: {
      ...s3?.settings,
      ...(run.isShort ? OF_THE_SHORT_RUN : {}),
      REDIS_URL: redis?.url,
      RESPONSE_TIMEOUT_MS: String(RESPONSE_TIMEOUT_MS),
      NODE_OPTIONS: `--require ${CLOCK}`,
    },
    reachDatabase: async (url) => {
      const proxy = await SilencingProxy.start(url);
      proxies.push(proxy);
      return proxy.url;
    },
  });
  try {
    const jobs = await ImportJobs.prepare(installation.url);
    const faults: string[] = [];
    const report = (fault: string) => void faults.push(fault);
    const world: World = { installation, proxies, redis, s3, smallDisk, pageId: jobs.pageId, report };
    console.log(
      '| fault | requests | failed | acknowledged writes | lost | done twice | recovered after | longest request |',
    );
    console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
    for (const fault of run.chosen) {
      const missing = fault.missing?.(world);
      if (missing === undefined) await under(fault, world, jobs, run);
      else console.log(`SKIPPED: ${fault.name} needs ${missing}`);
    }
    const ended = await jobs.check();
    console.log(`${ended.started} imports ran, ${ended.faults.length} faults`);
    return [...faults, ...ended.faults];
  } finally {
    await installation.end();
    for (const proxy of proxies) proxy.stop();
    await Promise.all([redis?.stop(), s3?.stop()]);
  }
}

async function under(fault: Fault, world: World, jobs: ImportJobs, { rate, isShort }: Run): Promise<void> {
  const report = (found: string) => world.report(`${fault.name}: ${found}`);
  const load = new Load(world.installation.url, rate, isShort ? SHORT_RUN_IN_FLIGHT : undefined);
  while (!bothWriteSince(load, 0)) await sleep(LOOK_EVERY_MS);
  // An import of a killed process starts again after a minute, which the short run does not have.
  if (!isShort || fault.isHarmless)
    await jobs.start().catch((failure: unknown) => report(`no import was started: ${String(failure)}`));
  await fault.inflict({ ...world, report });
  const over = performance.now();
  const hasRecovered = () => bothWriteSince(load, over);
  while (!hasRecovered() && performance.now() - over < RECOVERY_LIMIT_MS) await sleep(LOOK_EVERY_MS);
  const recoveryMs = Math.round(performance.now() - over);
  if (!hasRecovered()) report('it did not recover');
  await sleep(STEADY_MS);
  await load.stop();
  const { lost, doubled } = await checkLedger(world.installation, load.acknowledged);
  console.log(
    `| ${fault.name} | ${load.sent} | ${load.failed} | ${load.acknowledged.length} | ${lost} | ${doubled} | ${recoveryMs} ms | ${load.longestMs} ms |`,
  );
  if (lost + doubled > 0) report(`${lost} acknowledged records are lost, ${doubled} exist twice`);
  if (load.longestMs > RESPONSE_TIMEOUT_MS + SLACK_MS) report(`a request took ${load.longestMs} ms`);
  if (!isShort && fault.answersWithinMs !== undefined && load.longestMs > fault.answersWithinMs)
    report(`a request that needs no file took ${load.longestMs} ms`);
  for (const [failure, count] of load.failures)
    if (fault.isHarmless || !EXPECTED_FAILURES.test(failure)) report(`${count} times ${failure}`);
}

/** Whether both services created a record that was asked for after this moment. */
const bothWriteSince = ({ lastWriteAt }: Load, moment: number): boolean =>
  lastWriteAt.content > moment && lastWriteAt.calendar > moment;

/** @returns undefined where this process must not mount */
function mountSmallDisk(folder: string): string | undefined {
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK},mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
    // Lazily, because PostgreSQL may be about to end.
    process.once('exit', () => execFileSync('umount', ['--lazy', folder]));
    return folder;
  } catch {
    return undefined;
  }
}

function redisServer(): string | undefined {
  const named = process.env['ALMANAC_TEST_REDIS_SERVER'];
  if (named) return named;
  for (const name of ['valkey-server', 'redis-server'])
    try {
      return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    } catch {
      // Not installed.
    }
  return undefined;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

main().catch((failure: unknown) => {
  console.error(failure);
  process.exit(1);
});
