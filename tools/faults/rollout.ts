// `npm run test:rollout`: replaces every process of an installation, one at a time, under constant load, and fails when a request fails.
// Options: --rate 200 (requests per second), --replicas 3 (processes of each program), --delay 1500 (SHUTDOWN_DELAY_MS of the
// services).
// --writes 20000: goes on until so many writes are acknowledged; then 8 clients send as fast as they are answered, mostly writes, instead.
// --static: the gateways know the services by fixed addresses, not by readiness. --busy 2: so many other processes use the processor.
import { type ChildProcess, spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { Installation } from './installation';
import { checkLedger } from './ledger';
import { Load, WRITES } from './load';

/** Load before the first and after the last replacement. */
const STEADY_MS = 3_000;
/** A smaller share of the wanted rate means that the machine is too slow for the test. */
const MIN_SHARE_OF_RATE = 0.95;
const CLIENTS = 8;
/** More than any machine answers. */
const FULL_RATE = 100_000;

interface Rollout {
  installation: Installation;
  rate: number;
  /** 0 to replace each process once. */
  writes: number;
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { rate: text, replicas: text, delay: text, writes: text, busy: text, static: { type: 'boolean' } },
  });
  const installation = await Installation.start({
    replicas: Number(values.replicas ?? 3),
    staticNames: values.static ?? false,
    serviceSettings: { SHUTDOWN_DELAY_MS: values.delay ?? '1500' },
  });
  const others = Array.from({ length: Number(values.busy ?? 0) }, busyProcess);
  try {
    const faults = await rollOut({
      installation,
      rate: Number(values.rate ?? 200),
      writes: Number(values.writes ?? 0),
    });
    for (const fault of faults) console.error(`FAULT ${fault}`);
    process.exitCode = faults.length > 0 ? 1 : 0;
  } finally {
    for (const other of others) other.kill();
    await installation.end();
  }
}

async function rollOut({ installation, rate, writes }: Rollout): Promise<string[]> {
  const began = performance.now();
  const load = writes > 0 ? new Load(installation.url, FULL_RATE, CLIENTS, WRITES) : new Load(installation.url, rate);
  await sleep(STEADY_MS);
  const codes: (number | null)[] = [];
  const round = installation.fleets.flatMap((fleet) => fleet.replicas.map(() => fleet));
  const isEnough = () => codes.length >= round.length && load.acknowledged.length >= writes;
  do
    for (const fleet of round) {
      if (isEnough()) break;
      codes.push(await fleet.replaceOne());
      console.log(
        `rollout: ${codes.length} processes replaced, ${load.sent} requests, ` +
          `${load.acknowledged.length} writes acknowledged, ${load.failed} failed`,
      );
    }
  while (!isEnough());
  await sleep(STEADY_MS);
  const { achievedRate } = load;
  await load.stop();
  const { lost, doubled } = await checkLedger(installation, load.acknowledged);
  console.log(
    `rollout: ${codes.length} processes replaced in ${Math.round((performance.now() - began) / 1_000)} s, ` +
      `${load.sent} requests (${achievedRate.toFixed(0)} per second), ${load.failed} failed, ` +
      `${load.acknowledged.length} writes acknowledged, ${lost} lost, ${doubled} done twice; ` +
      `50 % within ${load.durationOf(0.5)} ms, 99 % within ${load.durationOf(0.99)} ms, the longest ${load.longestMs} ms`,
  );
  const faults = [...load.failures].map(([failure, count]) => `${count} times ${failure}`);
  if (codes.some((code) => code !== 0)) faults.push(`exit codes ${codes.join(', ')}`);
  if (lost + doubled > 0) faults.push(`${lost} acknowledged records are lost, ${doubled} exist twice`);
  if (writes === 0 && achievedRate < rate * MIN_SHARE_OF_RATE)
    faults.push(`only ${achievedRate.toFixed(0)} requests per second`);
  return faults;
}

const busyProcess = (): ChildProcess => spawn(process.execPath, ['--eval', 'for (;;);']);

main().catch((failure: unknown) => {
  console.error(failure);
  process.exit(1);
});
