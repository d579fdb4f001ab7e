import { FileLock, LockHeldError } from '@almanac/runtime';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EmbeddedPostgresError, explaining } from './embedded-postgres.error';
import { blockingFolder, grantTraversal, type ServerAccount, serverAccount } from './server-account';
import { readNotes, type ServerNotes, writeNotes } from './server-notes';

/** Names of all files of this library in a data folder. Without a cluster, any other name means that the folder is not ours. */
const OURS = /^(cluster.*|server\.(json|log)(\..+)?|lock(\..+)?|postgresql-.+)$/;

/** Parent of root's clusters when the user that runs the server may not enter the data folder. */
const SYSTEM_FOLDER = '/var/lib/almanac';

/** One data folder, locked by this process from `open` to `release`. */
export class DataFolder {
  /** Contains `cluster` and, where needed, a copy of the programs; nearly always the data folder itself. */
  readonly place: string;
  readonly cluster: string;
  /** The server's own log, to which the server can still write after this process was killed. */
  readonly logFile: string;
  readonly account: ServerAccount;

  private constructor(
    private readonly root: string,
    private readonly lock: FileLock,
    private current: ServerNotes,
    log: (line: string) => void,
  ) {
    this.refuseForeignFiles();
    const home = current.place ?? root;
    this.account = serverAccount(path.join(home, 'cluster'));
    this.place = this.reachable(home, log);
    this.cluster = path.join(this.place, 'cluster');
    this.logFile = path.join(root, 'server.log');
  }

  /** @throws EmbeddedPostgresError when it cannot be written, is in use, is damaged, or belongs to something else */
  static open(dataDir: string, log: (line: string) => void): DataFolder {
    explaining(`The data folder ${dataDir} cannot be created`, () =>
      mkdirSync(dataDir, { recursive: true, mode: 0o700 }),
    );
    const root = realpathSync(dataDir);
    const lock = takeLock(root);
    try {
      return new DataFolder(root, lock, readNotes(path.join(root, 'server.json')), log);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  get notes(): ServerNotes {
    return this.current;
  }

  note(change: Partial<ServerNotes>): void {
    this.current = { ...this.current, ...change };
    writeNotes(path.join(this.root, 'server.json'), this.current);
  }

  /** Whether a cluster must be created here. Removes incomplete clusters of an interrupted first start. */
  needsCluster(): boolean {
    if (isFilled(this.cluster)) return false;
    if (this.current.initialised) throw gone(this.cluster);
    for (const name of readdirSync(this.place)) {
      if (name.startsWith('cluster.unfinished')) rmSync(path.join(this.place, name), { recursive: true });
    }
    return true;
  }

  /** @throws EmbeddedPostgresError unless this version (e.g. `18.4.0`) can serve the cluster */
  checkCluster(version: string): void {
    const [major = ''] = version.split('.');
    const file = path.join(this.cluster, 'PG_VERSION');
    if (!existsSync(file)) {
      throw new EmbeddedPostgresError(
        `The data folder ${this.cluster} is damaged: PG_VERSION is missing, so this is no whole PostgreSQL database.`,
      );
    }
    const found = explaining(`The data folder ${this.cluster} cannot be read`, () => readFileSync(file, 'utf8').trim());
    if (found !== major) {
      throw new EmbeddedPostgresError(
        `The data folder ${this.cluster} belongs to PostgreSQL "${found}", but this is PostgreSQL ${major}.`,
      );
    }
  }

  release(): void {
    this.lock.release();
  }

  private refuseForeignFiles(): void {
    const foreign = readdirSync(this.root).find((name) => !OURS.test(name));
    if (foreign !== undefined && !this.current.initialised && !existsSync(path.join(this.root, 'cluster'))) {
      throw new EmbeddedPostgresError(
        `The data folder ${this.root} is not empty and holds no database of ours ("${foreign}" is in it).`,
      );
    }
  }

  /** The folder itself when the server's account may enter it; else another one, for a new cluster only. */
  private reachable(home: string, log: (line: string) => void): string {
    if (!existsSync(home)) throw gone(home);
    if (this.account.uid === undefined) return home;
    const blocked = blockingFolder(path.dirname(home), this.account);
    if (blocked === undefined) {
      grantTraversal(home, this.account);
      return home;
    }
    if (isFilled(path.join(home, 'cluster'))) {
      throw new EmbeddedPostgresError(
        `The user that runs PostgreSQL (uid ${this.account.uid}) may not enter ${blocked}, on the way to its data in ${home}.`,
      );
    }
    const place = this.createElsewhere(blocked);
    log(
      `PostgreSQL does not run as root, and the user that runs it may not enter ${blocked}: its data is kept in ${place}.`,
    );
    return place;
  }

  private createElsewhere(blocked: string): string {
    // A temporary data folder gets a temporary replacement, so that the system's clean-up still removes it.
    const isTemporary = this.root.startsWith(realpathSync(os.tmpdir()) + path.sep);
    const parent = isTemporary ? realpathSync(os.tmpdir()) : SYSTEM_FOLDER;
    const place = explaining(
      `The user that runs PostgreSQL may not enter ${blocked}, and its data cannot be kept in ${parent}`,
      () => {
        // The umask may close new folders to others.
        if (mkdirSync(parent, { recursive: true }) !== undefined) chmodSync(parent, 0o755);
        return mkdtempSync(path.join(parent, 'almanac-postgres-'));
      },
    );
    grantTraversal(place, this.account);
    writeFileSync(path.join(place, 'belongs-to.txt'), `${this.root}\n`);
    this.note({ place });
    return place;
  }
}

function takeLock(root: string): FileLock {
  const file = path.join(root, 'lock');
  try {
    return explaining(`The data folder ${root} cannot be written`, () => FileLock.take(file));
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error;
    throw new EmbeddedPostgresError(`The data folder ${root} is in use by process ${error.pid}.`, { cause: error });
  }
}

function gone(folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database that was in ${folder} is gone; put it back from a backup, or start with a new data folder.`,
  );
}

function isFilled(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}
