// `npm run test:upgrade`: an upgrade and its rollback under write load. The programs of this release start while their migrations are held
// back, then both releases serve, then each one alone. No request may fail, and no acknowledged record may be missing.
// Options: --records 15 (that each caller writes in each phase). A shallow clone does not contain the previous release; UPGRADE_REQUIRED=1
// makes that a failure.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { newDataFolder } from '../whole-system';
import { extract, previousRelease } from './previous-release';
import { rehearse } from './rehearse';

const ROOT = path.resolve(__dirname, '../..');

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { records: { type: 'string' } } });
  const commit = previousRelease();
  if (commit === undefined) {
    console.log('test:upgrade: SKIPPED, this clone does not contain the previous release');
    process.exitCode = process.env['UPGRADE_REQUIRED'] ? 1 : 0;
    return;
  }
  const folder = newDataFolder('upgrade');
  try {
    const previous = path.join(folder, 'previous');
    extract(commit, previous);
    await rehearse({ previous, current: ROOT, folder, recordsPerPhase: Number(values.records ?? 15) });
    console.log(`test:upgrade: from ${commit.slice(0, 8)} and back, no request failed and no record is missing`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((failure: unknown) => {
  console.error(failure);
  process.exit(1);
});
