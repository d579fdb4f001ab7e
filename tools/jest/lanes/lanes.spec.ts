import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Filter = (files: readonly string[]) => { filtered: string[] };

const { laneOf, only } = jest.requireActual<{ laneOf: (file: string) => string; only: (lane: string) => Filter }>(
  './lane-of.cjs',
);
const ROOT = path.resolve(__dirname, '../../..');

const specFiles = ['apps', 'bench', 'libs', 'tools'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts') && !file.includes('node_modules'))
    .map((file) => path.join(folder, file)),
);

describe('the lane of a spec file', () => {
  it.each([
    ['apps/a/src/features/pages/pages.api.spec.ts', 'fast'],
    ['apps/a/src/text/slugify.spec.ts', 'fast'],
    ['apps/a/src/slow/slow.api.spec.ts', 'fast'],
    ['apps/a/src/features/library/library.browser.spec.ts', 'slow'],
    ['apps/a/src/contracts/operation/read-replica.slow.spec.ts', 'slow'],
    ['apps/a/src/text/growth.spec.ts', 'slow'],
    ['apps/a/src/calendar/text-growth.spec.ts', 'slow'],
    ['apps/a/src/contracts/limits/odd-input.nightly.spec.ts', 'nightly'],
  ])('%s is the %s one', (file, lane) => {
    expect(laneOf(file)).toBe(lane);
  });

  it('is one lane for every file of the project', () => {
    const lanes = ['fast', 'slow', 'nightly'].map((lane) => only(lane)(specFiles).filtered);
    expect(lanes.flat().sort()).toEqual([...specFiles].sort());
    expect(lanes.filter((files) => files.length === 0)).toEqual([]);
  });

  it('is not fast for a file with a misplaced word', () => {
    const words = (file: string) => path.basename(file).split('.').slice(1, -2);
    const isMisnamed = (file: string) => /\b(slow|browser|nightly|growth)\b/.test(words(file).join(' '));
    expect(specFiles.filter((file) => laneOf(file) === 'fast' && isMisnamed(file))).toEqual([]);
  });

  it('is not fast for a file that starts browsers or replicas', () => {
    const startsThem = (file: string) =>
      /testReaders\(|JudgingBrowser\.start|ReplicatedServer\.start/.test(readFileSync(path.join(ROOT, file), 'utf8'));
    const fast = specFiles.filter((file) => laneOf(file) === 'fast');
    expect(fast.filter((file) => file !== path.relative(ROOT, __filename) && startsThem(file))).toEqual([]);
  });
});
