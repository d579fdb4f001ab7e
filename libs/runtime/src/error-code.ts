/** The `code` of a thrown value (`ENOENT` of the system, `23505` of PostgreSQL); undefined when it has none. */
export function errorCode(thrown: unknown): string | undefined {
  // Not `instanceof Error`: inside a test runner's sandbox, errors of system calls have another `Error` class.
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : undefined;
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

/** The reason of the file system for refusing to write, in words or as a code; undefined for an error without a code. */
export function fileRefusal(thrown: unknown): string | undefined {
  const code = errorCode(thrown);
  return code === undefined ? undefined : (REASONS[code] ?? code);
}
