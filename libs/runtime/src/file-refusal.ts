import { errorCode } from './error-code';

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
