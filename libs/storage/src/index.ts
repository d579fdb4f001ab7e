import { fileURLToPath } from 'node:url';
import { DiskStore } from './disk-store';
import type { FileStore } from './file-store';
import { S3Store } from './s3-store';

export { copyStore } from './copy-store';
export { DiskStore } from './disk-store';
export { type FileStore, MissingStoreError } from './file-store';
export { S3Store } from './s3-store';

/** The schemes of stores. */
export const STORE_SCHEMES = ['file', 's3'];

/** @throws Error with a message that follows the name of the setting, when no store can be at this URL */
export function checkStoreUrl(url: string): void {
  openFileStore(url);
}

/** The message is a sentence for the person who wrote the URL. */
export class StoreAddressError extends Error {
  override readonly name = 'StoreAddressError';
}

interface StoreOptions {
  /** Whether a missing folder is created when the store is first used. A bucket must exist. */
  creates?: boolean;
}

/** Opens a store whose URL an operator has typed. @throws StoreAddressError */
export function openNamedStore(url: string, options?: StoreOptions): FileStore {
  try {
    return openFileStore(url, options);
  } catch (failure) {
    throw new StoreAddressError(
      `No store can be at ${url}: ${failure instanceof Error ? failure.message : String(failure)}.`,
    );
  }
}

/** The URL of a folder in a store, e.g. `s3://bucket/calendar?endpoint=…`. */
export function storeUrlBelow(url: string, folder: string): string {
  const below = new URL(url);
  below.pathname = `${below.pathname.replace(/\/+$/, '')}/${folder}`;
  return below.href;
}

/**
 * Opens the store at a URL: `file:///var/lib/almanac/files`, or `s3://bucket/folder?endpoint=…` (`readS3Address`).
 * @throws Error for another scheme, or for an incomplete address
 */
export function openFileStore(url: string, options?: StoreOptions): FileStore {
  if (url.startsWith('file:')) return new DiskStore(folderAt(url), options);
  if (url.startsWith('s3:')) return new S3Store(url);
  throw new Error('only file: and s3: addresses can be opened');
}

/** Segments that the reader of URLs resolves. */
const DOTS = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)/i;

/** Refuses addresses of other places than they seem to name: `file:files` is `/files`, and `file:///` the root folder. */
function folderAt(url: string): string {
  const path = /^file:(?:\/\/)?(\/[^?#]*)$/i.exec(url)?.[1];
  if (path === undefined || path.startsWith('//') || path.replaceAll('/', '') === '' || DOTS.test(path))
    throw new Error('must name a folder by its whole path, such as file:///var/lib/almanac/files');
  return fileURLToPath(url);
}
