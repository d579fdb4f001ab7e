import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Binaries, serverEnvironment } from './binaries';
import type { DataFolder } from './data-folder';
import { EmbeddedPostgresError, explaining } from './embedded-postgres.error';
import type { ServerAccount } from './server-account';

/** The only role of the cluster; it owns everything in it. */
export const SUPERUSER = 'almanac';

/**
 * Character classes (letter, dash …) come from the operating system and decide where full-text search splits words: with plain "C",
 * `foo—bar` is one word. Tried in order, because not every system has the first.
 */
const CHARACTER_CLASSES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/**
 * Creates the cluster of a folder under another name, and renames it when it is complete. So an interrupted start leaves nothing
 * that looks like data.
 * @throws EmbeddedPostgresError with the message of initdb
 */
export async function initialise(folder: DataFolder, binaries: Binaries, isDurable: boolean): Promise<void> {
  const unfinished = path.join(folder.place, `cluster.unfinished-${process.pid}`);
  const passwordFile = path.join(folder.place, `cluster.unfinished-${process.pid}.password`);
  try {
    give(folder.account, passwordFile, () => writeFileSync(passwordFile, folder.notes.password, { mode: 0o600 }));
    for (const characters of CHARACTER_CLASSES) {
      give(folder.account, unfinished, () => mkdirSync(unfinished, { recursive: true, mode: 0o700 }));
      const complaint = await runInitdb(
        binaries.initdb,
        [
          ...[
            '-D',
            unfinished,
            '--username',
            SUPERUSER,
            `--pwfile=${passwordFile}`,
            '--auth=scram-sha-256',
            '--no-instructions',
          ],
          ...[
            '--encoding=UTF8',
            '--locale-provider=builtin',
            '--builtin-locale=C.UTF-8',
            '--locale=C',
            `--lc-ctype=${characters}`,
          ],
          ...(isDurable ? [] : ['--no-sync']),
        ],
        folder.account,
      );
      if (complaint === undefined) break;
      if (!/invalid locale/i.test(complaint) || characters === 'C') {
        throw new EmbeddedPostgresError(`PostgreSQL could not make a new database in ${folder.place}.\n${complaint}`);
      }
    }
  } finally {
    rmSync(passwordFile, { force: true });
  }
  explaining(`The new database cannot be moved to ${folder.cluster}`, () => renameSync(unfinished, folder.cluster));
}

function give({ uid, gid }: ServerAccount, file: string, make: () => void): void {
  explaining(`The data folder cannot be written (${file})`, () => {
    make();
    if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
  });
}

/** @returns the message of initdb when it failed; undefined on success */
function runInitdb(initdb: string, args: string[], account: ServerAccount): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(initdb, args, { ...account, env: serverEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.once('error', (cause) =>
      reject(new EmbeddedPostgresError(`PostgreSQL cannot be run on this machine (${cause.message}).`, { cause })),
    );
    child.once('close', (code) =>
      resolve(code === 0 ? undefined : complaint.trim() || `initdb ended with code ${code}`),
    );
  });
}
