// `npm run bench -- attacks`: sends requests that once stopped or slowed a service, and prints their effect on the service and on other callers.
// `-- --beside ../other-checkout` also runs them against that checkout's build and prints both as a table; `-- --only <text>` runs some.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startWholeSystem } from '../../tools/whole-system';
import { ROOT } from '../measuring/bench-process';
import { type Damage, damages, describeDamage } from './measure';

const TOKEN = `${'f'.repeat(32)}:${'z'.repeat(32)}`;

async function attacked(root: string, only: string): Promise<Map<string, Damage>> {
  const monitorFile = path.join(root, 'dist', 'attacks-monitor.jsonl');
  rmSync(monitorFile, { force: true });
  const settings = {
    ADMIN_API_TOKEN: TOKEN,
    FUZZ_MONITOR: monitorFile,
    NODE_OPTIONS: `--require ${path.join(ROOT, 'tools/fuzz/monitor.cjs')}`,
  };
  const system = await startWholeSystem('attacks', settings, root);
  try {
    return await damages(system, monitorFile, TOKEN, only);
  } finally {
    await system.stop();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { beside: { type: 'string' }, only: { type: 'string', default: '' } } });
  const before = values.beside === undefined ? undefined : await attacked(path.resolve(values.beside), values.only);
  const now = await attacked(ROOT, values.only);
  if (!before) return;
  console.log('\n| request | before | now |\n| --- | --- | --- |');
  for (const [name, damage] of now) {
    const earlier = before.get(name);
    console.log(`| ${name} | ${earlier ? describeDamage(earlier) : ''} | ${describeDamage(damage)} |`);
  }
}

main().then(
  () => process.exit(0),
  (failure: unknown) => {
    console.error(failure);
    process.exit(1);
  },
);
