import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Slots } from '@almanac/rate-limit';
import type { FileStore } from '@almanac/storage';
import { extensionOf, imageTypeOf } from '../../../content/files/image-paths';
import { asWebp } from '../../../content/images/scaling';

/** Enough bytes to recognise AVIF. */
const HEAD_BYTES = 12;
/** Decoded images are large: this process converts one at a time for all archives, and the others wait. */
const conversions = new Slots(1, Number.POSITIVE_INFINITY, 'Too many images are being converted at this moment.');

/**
 * A stored file as written to an archive; undefined when it no longer exists. AVIF images become WebP: importers of the format, ours
 * included, reject AVIF (content-behaviour §16.4).
 */
export async function portableFile(store: FileStore, key: string): Promise<Readable | undefined> {
  if (imageTypeOf(key) === undefined || !(await isAvif(store, key))) return store.read(key);
  const giveBack = await conversions.take();
  try {
    const avif = await store.read(key);
    if (!avif) return undefined;
    const bytes = await buffer(avif);
    // An image that cannot be decoded is copied unchanged: the importing program may be able to read it.
    return Readable.from([await asWebp(bytes).catch(() => bytes)]);
  } finally {
    giveBack();
  }
}

/** The extension of that file in the archive. */
export function portableExtension(path: string): string {
  const extension = extensionOf(path);
  return extension === 'avif' ? 'webp' : extension;
}

async function isAvif(store: FileStore, key: string): Promise<boolean> {
  const head = await store.read(key, { start: 0, end: HEAD_BYTES - 1 });
  return head !== undefined && (await buffer(head)).toString('latin1', 4, 8) === 'ftyp';
}
