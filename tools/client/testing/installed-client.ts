import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Description } from './simplest-calls';

const ROOT = path.resolve(__dirname, '../../..');
const MAX_OUTPUT_BYTES = 100_000_000;
const run = promisify(execFile);

/** The documents from which the build makes the types of the client. */
export async function describedOffline(): Promise<Record<'content' | 'calendar', Description>> {
  const program = ['--require', './tools/typescript.cjs', 'tools/client/print-descriptions.ts'];
  const { stdout } = await run(process.execPath, program, { cwd: ROOT, maxBuffer: MAX_OUTPUT_BYTES });
  const documents: Record<'content' | 'calendar', Description> = JSON.parse(stdout);
  return documents;
}

/** A folder of a program that has installed the package of the client from its tarball, as a user does. */
export class InstalledClient {
  private constructor(readonly folder: string) {}

  /** Builds, packs and installs the package, without network. */
  static async install(): Promise<InstalledClient> {
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-client-'));
    const build = path.join(folder, 'build');
    const program = path.join(folder, 'program');
    await mkdir(program);
    await writeFile(path.join(program, 'package.json'), '{"private": true}');
    await run(process.execPath, [path.join(ROOT, 'tools/client/build.mjs'), build], { cwd: ROOT });
    const npm = (cwd: string, ...args: string[]) =>
      run('npm', [...args, '--offline', '--cache', path.join(folder, 'cache')], { cwd });
    await npm(build, 'pack', '--pack-destination', folder);
    const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
    await npm(program, 'install', '--no-audit', '--no-fund', '--ignore-scripts', path.join(folder, tarball));
    return new InstalledClient(program);
  }

  /** Copies a file of the repository into the folder of the program. */
  async copy(source: string, name = path.basename(source)): Promise<void> {
    await copyFile(path.join(ROOT, source), path.join(this.folder, name));
  }

  write = (name: string, text: string): Promise<void> => writeFile(path.join(this.folder, name), text);

  /** Runs a script. @returns its output; rejects with its errors */
  async node(
    script: string,
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const options = { cwd: this.folder, env: { ...process.env, ...env } };
    return (await run(process.execPath, [script, ...args], options)).stdout;
  }

  /** Compiles files without the repository's settings. @returns the faults */
  async compile(files: readonly string[], options: readonly string[]): Promise<string> {
    const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const strict = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--skipLibCheck',
      'false',
    ];
    const modules = ['--module', 'nodenext', '--target', 'es2022'];
    const { stdout } = await run(process.execPath, [compiler, ...strict, ...modules, ...options, ...files], {
      cwd: this.folder,
    }).catch((failure: unknown) => {
      // The compiler prints faults to its output. Errors of Node are of another class than those of a test.
      if (typeof failure === 'object' && failure !== null && 'stdout' in failure)
        return { stdout: String(failure.stdout) };
      throw failure;
    });
    return stdout;
  }

  remove = (): Promise<void> => rm(path.dirname(this.folder), { recursive: true, force: true });
}

/** The compiler options for a program in a browser, and for one in Node. */
export const BROWSER_TYPES = ['--lib', 'es2022,dom,dom.asynciterable'];
export const NODE_TYPES = ['--lib', 'es2022', '--types', 'node', '--typeRoots', path.join(ROOT, 'node_modules/@types')];
