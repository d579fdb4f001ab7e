import type { Readable } from 'node:stream';

export interface FileFacts {
  /** Bytes. */
  size: number;
  /** Time of the last `put`. */
  modifiedAt: Date;
}

/**
 * The interface of all drivers. Keys are relative, with `/` between plain names.
 * Every method throws a MissingStoreError when the folder or bucket itself is missing: that must not look like a missing file.
 * A folder that cannot be used fails with a RefusedStoreError, as a bucket does with the answer of its server.
 */
export interface FileStore {
  /** Stores a file under a key, and replaces an existing one. @throws Error for an unsafe key */
  put(key: string, content: Readable | Uint8Array): Promise<void>;

  /** The file's bytes, or undefined when there is no such file. `start` and `end` (inclusive) choose a range; beyond the file there are no bytes. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable | undefined>;

  /** The file's size and time, or undefined when there is no such file. */
  stat(key: string): Promise<FileFacts | undefined>;

  /** Removes a file; a missing one is fine. */
  remove(key: string): Promise<void>;

  /** The keys of all files, in no particular order. */
  keys(): AsyncIterable<string>;

  /** @throws Error when the store cannot be written */
  check(): Promise<void>;
}

const PLAIN_NAME = /^[A-Za-z0-9_][A-Za-z0-9._ -]*$/;

export const isSafeKey = (key: string): boolean =>
  key.length <= 500 && key.split('/').every((name) => PLAIN_NAME.test(name) && !name.includes('..'));

/** The folder or bucket of a store is not there, unlike a single file of it. The message is a sentence for the operator. */
export class MissingStoreError extends Error {
  override readonly name = 'MissingStoreError';
}

/** The disk of a store is read-only, broken or not the program's own, as a bucket may refuse access. The message is a sentence for the operator. */
export class RefusedStoreError extends Error {
  override readonly name = 'RefusedStoreError';
}
