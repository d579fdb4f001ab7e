import { fileURLToPath } from 'node:url';
import { DiskStore } from './disk-store';
import type { FileStore } from './file-store';
import { S3Store } from './s3-store';

export { DiskStore } from './disk-store';
export { type FileFacts, type FileStore, isSafeKey } from './file-store';
export { readS3Address, type S3Address } from './s3-address';
export { S3Store } from './s3-store';

/**
 * Opens the store at a URL: `file:///var/lib/almanac/files`, or `s3://bucket/folder?endpoint=…` (`readS3Address`).
 * @throws Error for another scheme, or for an incomplete address
 */
export function openFileStore(url: string): FileStore {
  if (url.startsWith('file:')) return new DiskStore(fileURLToPath(url));
  if (url.startsWith('s3:')) return new S3Store(url);
  throw new Error('only file: and s3: addresses can be opened');
}
