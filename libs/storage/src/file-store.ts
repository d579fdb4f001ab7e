import type { Readable } from 'node:stream';

/** What every driver can do. Keys are relative, with `/` between plain names. */
export interface FileStore {
  /** Stores a file under a key, replacing what was there. */
  put(key: string, content: Readable | Uint8Array): Promise<void>;

  /** The file's bytes, or undefined when there is no such file. `start` and `end` (inclusive) choose a range. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable | undefined>;

  /** The file's length in bytes, or undefined when there is no such file. */
  size(key: string): Promise<number | undefined>;

  /** Removes a file; a missing one is fine. */
  remove(key: string): Promise<void>;

  /** Throws when files could not be written now. */
  check(): Promise<void>;
}

const PLAIN_NAME = /^[A-Za-z0-9_][A-Za-z0-9._ -]*$/;

export const isSafeKey = (key: string): boolean =>
  key.length <= 500 && key.split('/').every((name) => PLAIN_NAME.test(name) && !name.includes('..'));
