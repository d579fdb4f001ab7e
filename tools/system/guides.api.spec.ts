import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type OneAddress, startAtOneAddress } from './testing/one-address';
import { answerFaults, stepsOf } from './testing/shown-answers';

const FOLDER = path.resolve(__dirname, '../../docs/guides');
const guides = readdirSync(FOLDER).filter((name) => name !== 'README.md');
/** The program of this guide runs with the built package, in tools/client. */
const PROGRAM = 'client.md';

let system: OneAddress;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  // Imports and webhooks are jobs, and the receiver of webhooks is on this machine.
  system = await startAtOneAddress({ RUN_JOBS: 'true', OUTGOING_ALLOWED_HOSTS: '127.0.0.1' });
  const { token } = await system.content.given.admin();
  environment = { ...process.env, ALMANAC: system.base, TOKEN: token };
});
afterAll(() => system.close());

it('there is a guide for each task of the overview', () => {
  const overview = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');
  expect([...overview.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name).sort()).toEqual(guides.sort());
});

/** Prints a character that no answer has, to tell the answers of the steps apart. */
const END_OF_STEP = String.raw`printf '\036'`;

it.each(guides.filter((name) => name !== PROGRAM))('docs/guides/%s shows what its commands print', async (guide) => {
  const steps = stepsOf(readFileSync(path.join(FOLDER, guide), 'utf8'));
  const commands = steps.map((step) => `${step.commands}\n${END_OF_STEP}\n`).join('');
  expect(commands).toContain('curl');
  const folder = await mkdtemp(path.join(tmpdir(), 'guide-'));
  try {
    // Rejects with the output of the failing command.
    const options = { env: environment, cwd: folder, maxBuffer: 64 * 2 ** 20 };
    const { stdout } = await promisify(execFile)('bash', ['-euxo', 'pipefail', '-c', commands], options);
    const answers = stdout.replaceAll(system.base, 'http://localhost:8080').split('\x1e');
    expect(steps.flatMap((step, index) => answerFaults(step, answers[index] ?? ''))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
