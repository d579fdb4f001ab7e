import type { Readable } from 'node:stream';

export interface FileFacts {
  /** Bytes. */
  size: number;
  /** When the file was put. */
  modifiedAt: Date;
}

/** What every driver can do. Keys are relative, with `/` between plain names. */
export interface FileStore {
  /** Stores a file under a key, replacing what was there. */
  put(key: string, content: Readable | Uint8Array): Promise<void>;

  /** The file's bytes, or undefined when there is no such file. `start` and `end` (inclusive) choose a range. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable | undefined>;

  /** What is known of the file without reading it, or undefined when there is no such file. */
  stat(key: string): Promise<FileFacts | undefined>;

  /** Removes a file; a missing one is fine. */
  remove(key: string): Promise<void>;

  /** Throws when files could not be written now. */
  check(): Promise<void>;
}

const PLAIN_NAME = /^[A-Za-z0-9_][A-Za-z0-9._ -]*$/;

export const isSafeKey = (key: string): boolean =>
  key.length <= 500 && key.split('/').every((name) => PLAIN_NAME.test(name) && !name.includes('..'));
