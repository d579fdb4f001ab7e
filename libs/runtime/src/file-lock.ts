import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { errorCode } from './error-code';
import { runningProcess } from './running-process';

/** A living process holds the lock. */
export class LockHeldError extends Error {
  override readonly name = 'LockHeldError';

  constructor(
    readonly file: string,
    readonly pid: number,
  ) {
    super(`${file} is held by process ${pid}`);
  }
}

interface Holder {
  readonly pid: number;
  readonly startedAt: string;
}

/** A lock file that reserves its folder for one process. It needs no clean-up: the lock of a dead process is taken over. */
export class FileLock {
  private constructor(
    private readonly file: string,
    private readonly content: string,
  ) {}

  /**
   * @throws LockHeldError when its holder (this process included) is alive
   * @throws the file system's error when the file cannot be written
   */
  static take(file: string): FileLock {
    const content = JSON.stringify({
      pid: process.pid,
      startedAt: runningProcess(process.pid)?.startedAt ?? '',
    } satisfies Holder);
    const lock = new FileLock(file, content);
    // A second round is needed when the holder is dead, a third when it released the lock between our check and our removal.
    for (let round = 0; round < 5; round += 1) {
      if (lock.create()) return lock;
      lock.clearIfDead();
    }
    throw new LockHeldError(file, readHolder(file)?.pid ?? 0);
  }

  /** Releases the lock; another process's lock is left alone. */
  release(): void {
    if (readText(this.file) === this.content) rmSync(this.file, { force: true });
  }

  private create(): boolean {
    try {
      writeFileSync(this.file, this.content, { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    }
  }

  private clearIfDead(): void {
    let found = readText(this.file);
    if (found === '') {
      // The other process is between creating the file and writing to it, or died there.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      found = readText(this.file);
    }
    if (found === undefined) return;
    const holder = parseHolder(found);
    if (holder && isAlive(holder)) throw new LockHeldError(this.file, holder.pid);
    // Two processes may have found the same dead holder. Only its lock may be removed; a lock that was taken meanwhile is put back.
    const aside = `${this.file}.${process.pid}`;
    try {
      renameSync(this.file, aside);
    } catch {
      return;
    }
    if (readText(aside) !== found) linkSync(aside, this.file);
    rmSync(aside);
  }
}

function isAlive({ pid, startedAt }: Holder): boolean {
  const running = runningProcess(pid);
  return running !== undefined && (running.startedAt === startedAt || running.startedAt === '' || startedAt === '');
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function readHolder(file: string): Holder | undefined {
  return parseHolder(readText(file) ?? '');
}

/** A crash during the write leaves incomplete JSON, which is no valid lock. */
function parseHolder(text: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(text);
    if (typeof holder !== 'object' || holder === null || !('pid' in holder) || !('startedAt' in holder))
      return undefined;
    return typeof holder.pid === 'number' && typeof holder.startedAt === 'string'
      ? { pid: holder.pid, startedAt: holder.startedAt }
      : undefined;
  } catch {
    return undefined;
  }
}
