import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from './file-store';

interface CopiedStore {
  /** Files of the source, which the target now has with the same bytes. */
  files: number;
  /** How many of them were copied now; the target had the others. */
  copied: number;
}

/**
 * Copies all files of a store into another one and compares them byte by byte. A second run copies only what changed since.
 * Files that the source removes meanwhile are left out.
 * @throws Error naming a file whose copy differs
 */
export async function copyStore(source: FileStore, target: FileStore): Promise<CopiedStore> {
  // An empty source would not show that the target is missing.
  await target.check();
  const result = { files: 0, copied: 0 };
  for await (const key of source.keys()) {
    const digest = await digestOf(source, key);
    if (digest === undefined) continue;
    if (digest !== (await digestOf(target, key))) {
      const content = await source.read(key);
      if (content === undefined) continue;
      await target.put(key, content);
      if ((await digestOf(target, key)) !== (await digestOf(source, key)))
        throw new Error(`the copy of ${key} differs`);
      result.copied += 1;
    }
    result.files += 1;
  }
  return result;
}

async function digestOf(store: FileStore, key: string): Promise<string | undefined> {
  const content = await store.read(key);
  if (content === undefined) return undefined;
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}
