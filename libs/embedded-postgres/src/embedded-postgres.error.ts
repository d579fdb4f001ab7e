import { errorCode } from '@almanac/process';

/** Why the database cannot start: one sentence for the user at the terminal, and the last lines of the server's log where it refused. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'it cannot be created there',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a file is in its place',
};

/** Runs file system work. @throws EmbeddedPostgresError `<sentence>: <reason>.` for errors with a code */
export function explaining<T>(sentence: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new EmbeddedPostgresError(`${sentence}: ${REASONS[code] ?? code}.`, { cause: error });
  }
}
