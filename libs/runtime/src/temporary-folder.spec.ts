import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { temporaryFolder } from './temporary-folder';

let parent: string;
beforeEach(() => (parent = mkdtempSync(path.join(tmpdir(), 'almanac-temporary-'))));
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const PROGRAM = `
  const { temporaryFolder } = require(${JSON.stringify(path.join(__dirname, 'temporary-folder.ts'))});
  require('node:fs').writeFileSync(temporaryFolder('kind', process.argv[1]) + '/file', 'x');
  console.log('made');
  process.stdin.once('end', () => process.exit()).resume();`;

/** Another process that has a file in its folder. */
async function another() {
  const child = spawn(process.execPath, [
    '--require',
    path.resolve(__dirname, '../../../tools/typescript.cjs'),
    '--eval',
    PROGRAM,
    parent,
  ]);
  await once(child.stdout, 'data');
  const end = async (how: () => void) => {
    how();
    await once(child, 'exit');
  };
  return { end: () => end(() => child.stdin.end()), kill: () => end(() => child.kill('SIGKILL')) };
}

const folders = () => readdirSync(parent).filter((name) => name.startsWith('kind-'));

describe('temporaryFolder', () => {
  it('returns one folder per process and kind', () => {
    expect(temporaryFolder('kind', parent)).toBe(temporaryFolder('kind', parent));
    expect(temporaryFolder('other', parent)).not.toBe(temporaryFolder('kind', parent));
  });

  it('removes the folder when its process ends', async () => {
    const { end } = await another();
    expect(folders()).toHaveLength(1);
    await end();
    expect(folders()).toEqual([]);
  });

  it('removes the folder of a killed process, but not of a running one', async () => {
    const [dead, alive] = [await another(), await another()];
    await dead.kill();
    const foreign = [path.join(parent, 'kind-0123456789ab-1-0123456789ab'), path.join(parent, 'kind-notes')];
    for (const folder of foreign) mkdirSync(folder);
    writeFileSync(path.join(parent, 'kind'), 'x');
    expect(folders()).toHaveLength(4);
    expect(existsSync(temporaryFolder('kind', parent))).toBe(true);
    expect(folders()).toHaveLength(4);
    for (const folder of foreign) expect(existsSync(folder)).toBe(true);
    await alive.end();
    expect(folders()).toHaveLength(3);
  });
});
