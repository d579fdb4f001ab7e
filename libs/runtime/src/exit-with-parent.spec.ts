import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const repository = path.resolve(__dirname, '../../..');
const program = `
  const { exitWithParent } = require('./libs/runtime/src/index.ts');
  exitWithParent(() => { console.log('stopped'); clearTimeout(work); });
  const work = setTimeout(() => console.log('worked'), Number(process.argv[1]));
`;

function start(environment: Record<string, string>, workMs: number): ChildProcess {
  const args = ['--require', './tools/typescript.cjs', '--eval', program, String(workMs)];
  return spawn(process.execPath, args, {
    cwd: repository,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function outputOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  await once(child, 'close');
  return output.trim();
}

describe('exitWithParent', () => {
  it('stops the program when its standard input closes', async () => {
    const child = start({ EXIT_WITH_PARENT: 'true' }, 60_000);
    child.stdin?.end();
    expect(await outputOf(child)).toBe('stopped');
  });

  it('does nothing unless EXIT_WITH_PARENT is set', async () => {
    const child = start({ EXIT_WITH_PARENT: '' }, 10);
    child.stdin?.end();
    expect(await outputOf(child)).toBe('worked');
  });

  it('does not keep a finished program alive', async () => {
    const child = start({ EXIT_WITH_PARENT: 'true' }, 10);
    expect(await outputOf(child)).toBe('worked');
  });
});
