import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type OneAddress, startAtOneAddress } from './testing/one-address';

const FOLDER = path.resolve(__dirname, '../../docs/guides');
const COMMANDS = /^```sh\n(.*?)^```$/gms;

const commandsOf = (guide: string): string =>
  [...readFileSync(path.join(FOLDER, guide), 'utf8').matchAll(COMMANDS)].map(([, lines]) => lines).join('');

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

it.each(guides.filter((name) => name !== PROGRAM))('the commands of docs/guides/%s succeed', async (guide) => {
  const commands = commandsOf(guide);
  expect(commands).toContain('curl');
  // Rejects with the output of the failing command.
  await promisify(execFile)('bash', ['-euxo', 'pipefail', '-c', commands], { env: environment });
});
