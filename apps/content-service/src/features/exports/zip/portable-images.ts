import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Slots } from '@almanac/rate-limit';
import type { FileStore } from '@almanac/storage';
import { extensionOf, imageTypeOf } from '../../../domain/images/image-paths';
import { asWebp } from '../../../domain/images/scaling';

/** As many bytes as tell AVIF from other formats. */
const HEAD_BYTES = 12;
/** Unpacked pictures are large: of all archives that are being written, one at a time is converted, and the others wait. */
const conversions = new Slots(1, Number.POSITIVE_INFINITY, 'Too many images are being converted at this moment.');

/**
 * A stored file as it stands in an archive; undefined when it has gone. Images in AVIF are not among the types that readers of the format
 * accept (content-behaviour §16.4), ours included, so they become WebP.
 */
export async function portableFile(store: FileStore, key: string): Promise<Readable | undefined> {
  if (imageTypeOf(key) === undefined || !(await isAvif(store, key))) return store.read(key);
  const giveBack = await conversions.take();
  try {
    const avif = await store.read(key);
    if (!avif) return undefined;
    const bytes = await buffer(avif);
    // One that cannot be decoded is handed on: whoever reads the archive may know better.
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
