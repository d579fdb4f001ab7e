import { FileLock, fileRefusal, KILL_AFTER_MS, LockHeldError } from '@almanac/runtime';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LaunchError } from '../settings/launch-error';
import type { WriteLine } from '../programs/program-process';

/** A stopping launcher waits for the gateway, then for the services, then for its database. */
const RELEASE_LIMIT_MS = 2 * KILL_AFTER_MS + 10_000;

/** Names of everything that a start puts there. */
const OURS = /^(almanac\.log.*|credentials\.json.*|launcher\.(lock.*|stopping)|programs\.json|postgres|files)$/;

/** DATA_DIR, locked by this launcher until `release`. */
export class DataFolder {
  private constructor(
    readonly path: string,
    private readonly lock: FileLock,
  ) {}

  /**
   * Waits for a launcher that is stopping: `npm` may exit before it, and be started again.
   * @throws LaunchError when the folder cannot be written or another launcher uses it
   */
  static async open(folder: string): Promise<DataFolder> {
    const deadline = Date.now() + RELEASE_LIMIT_MS;
    for (;;) {
      // Read before the lock is tried: `release` frees the lock, then deletes this file.
      // Read after a failed try, the file could be gone, and a stopping launcher would look like a running one.
      const stopping = stoppingPid(folder);
      const lock = takeLock(folder);
      if (lock instanceof FileLock) return new DataFolder(folder, lock);
      if (stopping !== lock.pid || Date.now() > deadline) {
        throw new LaunchError(`Almanac is already running on the data folder ${folder} (process ${lock.pid}).`, {
          cause: lock,
        });
      }
      await sleep(50);
    }
  }

  at(name: string): string {
    return path.join(this.path, name);
  }

  /**
   * Closes it to other users of this machine, which also closes everything below. Earlier versions left both open.
   * A folder that holds other things too is not closed itself: it may be one that the whole machine uses.
   */
  closeToOthers(write: WriteLine): void {
    const isOurs = readdirSync(this.path).every((name) => OURS.test(name));
    for (const folder of [...(isOurs ? [this.path] : []), this.at('files')]) {
      try {
        if (existsSync(folder)) chmodSync(folder, 0o700);
      } catch (error) {
        write(`${folder} stays open to other users of this machine: ${fileRefusal(error) ?? String(error)}.`);
      }
    }
  }

  /** Tells a launcher that starts now to wait for this one. */
  announceRelease(): void {
    writeFileSync(stoppingFile(this.path), String(process.pid), { mode: 0o600 });
  }

  release(): void {
    this.lock.release();
    rmSync(stoppingFile(this.path), { force: true });
  }
}

function stoppingFile(folder: string): string {
  return path.join(folder, 'launcher.stopping');
}

function takeLock(folder: string): FileLock | LockHeldError {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return FileLock.take(path.join(folder, 'launcher.lock'));
  } catch (error) {
    if (error instanceof LockHeldError) return error;
    const reason = fileRefusal(error);
    if (reason === undefined) throw error;
    throw new LaunchError(
      `The data folder ${folder} cannot be written: ${reason}. Set DATA_DIR to a folder that can.`,
      { cause: error },
    );
  }
}

function stoppingPid(folder: string): number | undefined {
  try {
    return Number(readFileSync(stoppingFile(folder), 'utf8'));
  } catch {
    return undefined;
  }
}
