import { errorCode, FileLock, LockHeldError } from '@almanac/process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { LaunchError } from './launch-error';

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a file is in its place',
};

/** DATA_DIR, held by this launcher until `release`. */
export class DataFolder {
  private constructor(
    readonly path: string,
    private readonly lock: FileLock,
  ) {}

  /** @throws LaunchError when it cannot be written or another launcher uses it */
  static open(folder: string): DataFolder {
    try {
      // As root the database runs as another user, who has to pass through here on the way to its own closed folder.
      mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
      return new DataFolder(folder, FileLock.take(path.join(folder, 'launcher.lock')));
    } catch (error) {
      if (error instanceof LockHeldError) {
        throw new LaunchError(`Almanac is already running on the data folder ${folder} (process ${error.pid}).`, { cause: error });
      }
      const code = errorCode(error);
      if (code === undefined) throw error;
      throw new LaunchError(`The data folder ${folder} cannot be written: ${REASONS[code] ?? code}. Set DATA_DIR to a folder that can.`, {
        cause: error,
      });
    }
  }

  at(name: string): string {
    return path.join(this.path, name);
  }

  release(): void {
    this.lock.release();
  }
}
