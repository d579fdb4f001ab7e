// `npm run test:rollout`: replaces every process of an installation, one at a time, under constant load, and fails when a request fails.
// Options: --rate 200 (requests per second), --replicas 3 (processes of each program).
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { Installation } from './installation';
import { checkLedger } from './ledger';
import { Load } from './load';

/** Load before the first and after the last replacement. */
const STEADY_MS = 3_000;
/** A smaller share of the wanted rate means that the machine is too slow for the test. */
const MIN_SHARE_OF_RATE = 0.95;

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { rate: text, replicas: text } });
  const rate = Number(values.rate ?? 200);
  const installation = await Installation.start({ replicas: Number(values.replicas ?? 3) });
  try {
    const faults = await roll(installation, rate);
    for (const fault of faults) console.error(`FAULT ${fault}`);
    process.exitCode = faults.length > 0 ? 1 : 0;
  } finally {
    await installation.end();
  }
}

async function roll(installation: Installation, rate: number): Promise<string[]> {
  const began = performance.now();
  const load = new Load(installation.url, rate);
  await sleep(STEADY_MS);
  const codes: (number | null)[] = [];
  for (const fleet of installation.fleets) {
    const { length } = fleet.replicas;
    for (let count = 0; count < length; count += 1) codes.push(await fleet.replaceOne());
    console.log(`rollout: ${codes.length} processes replaced, ${load.sent} requests, ${load.failed} failed`);
  }
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
  if (achievedRate < rate * MIN_SHARE_OF_RATE) faults.push(`only ${achievedRate.toFixed(0)} requests per second`);
  return faults;
}

main().catch((failure: unknown) => {
  console.error(failure);
  process.exit(1);
});
