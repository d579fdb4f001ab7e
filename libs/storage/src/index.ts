import { fileURLToPath } from 'node:url';
import { DiskStore } from './disk-store';
import type { FileStore } from './file-store';

export { DiskStore } from './disk-store';
export { type FileFacts, type FileStore, isSafeKey } from './file-store';

/**
 * Opens the store at a URL, e.g. `file:///var/lib/almanac/files`.
 * @throws Error for another scheme
 */
export function openFileStore(url: string): FileStore {
  if (url.startsWith('file:')) return new DiskStore(fileURLToPath(url));
  throw new Error('only file: addresses can be opened');
}
