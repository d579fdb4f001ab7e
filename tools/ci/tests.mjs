/**
 * Runs the tests, all or those that Jest selects by the arguments: patterns of paths, and options as `--name=value`. Spec files that failed run
 * once more, one after the other, because a test that fails only beside others must not block an unrelated change. The report names it, because
 * it is a fault to mend. Many failures are no accident and are not repeated. The nightly run repeats nothing (`--once`).
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const MAX_REPEATED = 5;
const results = mkdtempSync(join(tmpdir(), 'almanac-tests-'));

/** @returns the spec files that ran, those of them that failed, and the number of tests that passed */
function run(name, args) {
  const file = join(results, name);
  const { status } = spawnSync('npx', ['jest', '--ci', '--json', `--outputFile=${file}`, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
  const files = testResults.map(({ name, startTime, endTime }) => ({
    name: relative('', name),
    seconds: (endTime - startTime) / 1_000,
  }));
  const failed = testResults.filter((one) => one.status === 'failed').map((one) => relative('', one.name));
  if (status !== 0 && failed.length === 0) throw new Error(`Jest ended with ${status}, though no test failed`);
  return { passed: numPassedTests, files, failed };
}

/** For the summary of .ci/run, which names a folder. */
function report(kind, lines) {
  const folder = process.env.CI_RESULTS;
  if (folder && lines.length > 0) appendFileSync(join(folder, kind), `${lines.join('\n')}\n`);
}

try {
  const options = process.argv.slice(2);
  const patterns = options.filter((option) => !option.startsWith('--'));
  const { passed, files, failed } = run(
    'first.json',
    options.filter((option) => option !== '--once'),
  );
  const repeated = failed.length > 0 && failed.length <= MAX_REPEATED && !options.includes('--once');
  const left = repeated ? run('again.json', ['--runInBand', '--runTestsByPath', ...failed]).failed : failed;
  const unsteady = failed.filter((file) => !left.includes(file));
  // A pattern of a renamed file would otherwise leave its tests out in silence.
  const unused = patterns.filter((pattern) => !files.some(({ name }) => new RegExp(pattern).test(name)));
  report(
    'spec-files',
    files.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`),
  );
  report('unsteady', unsteady);
  console.log(`\n${passed} tests in ${files.length} spec files passed at the first attempt`);
  if (unsteady.length > 0) console.log(`UNSTEADY, passed only when repeated:\n  ${unsteady.join('\n  ')}`);
  if (left.length > 0) console.log(`FAILED:\n  ${left.join('\n  ')}`);
  if (unused.length > 0) console.log(`FAILED, no spec file matches:\n  ${unused.join('\n  ')}`);
  process.exitCode = left.length > 0 || unused.length > 0 || passed === 0 ? 1 : 0;
} finally {
  rmSync(results, { recursive: true });
}
