import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../../..');

/** Jest's result of a test file whose captured answers are in `folder`. */
function outcomeOf(folder: string, ci: string): object {
  const place = mkdtempSync(path.join(__dirname, 'reference-'));
  const file = path.join(place, 'sample.spec.ts');
  const module = path.join(__dirname, 'describe-with-reference');
  writeFileSync(
    file,
    `import { describeWithReference } from '${module}';\ndescribeWithReference('${folder}', 'answers', () => it('agree', () => undefined));`,
  );
  const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  const args = [jest, '--json', '--globalSetup=', '--globalTeardown=', '--runTestsByPath', file];
  const { stdout } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, CI: ci },
    encoding: 'utf8',
  });
  rmSync(place, { recursive: true });
  const outcome: object = JSON.parse(stdout);
  return outcome;
}

describe('tests that need the reference', () => {
  it.each([
    [
      'run when it is there',
      ROOT,
      'false',
      { numPassedTests: 1, numPendingTests: 0, numFailedTests: 0, success: true },
    ],
    ['are skipped without it', '/nowhere', 'false', { numPassedTests: 0, numPendingTests: 1, numFailedTests: 0 }],
    [
      'fail without it in CI',
      '/nowhere',
      'true',
      { numPassedTests: 0, numPendingTests: 0, numFailedTests: 1, success: false },
    ],
  ])('%s', (_what, folder, ci, outcome) => expect(outcomeOf(folder, ci)).toMatchObject(outcome));
});
