import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Problem } from '@almanac/errors';
import { Slots } from '@almanac/rate-limit';
import type { FileStore } from '@almanac/storage';
import { extensionOf, imageTypeOf } from '../../../content/files/image-paths';
import { asWebp } from '../../../content/images/scaling';
import { randomText } from '../../../content/slugs/random-text';

const NAME_LENGTH = 20;
/** Offsets in a ZIP have 32 bits; the difference leaves room for the texts. */
const MAX_BYTES = 3_500_000_000;
const MAX_FILES = 60_000;

/** The files of an archive: their keys in the file store, and their names in `data.json`. */
export class ZipFiles {
  private readonly names = new Map<string, string>();
  private bytes = 0;

  /**
   * Adds a stored file; a second call for the same key has no effect.
   * @param bytes its size
   * @throws Problem 422 when the archive would get too large for the format
   */
  add(key: string, extension: string, bytes: number): void {
    if (this.names.has(key)) return;
    this.names.set(key, `${randomText(NAME_LENGTH)}${extension && `.${extension}`}`);
    this.bytes += bytes;
    if (this.bytes > MAX_BYTES || this.names.size > MAX_FILES)
      throw new Problem(
        422,
        'The archive would have more than 3.5 GB or 60,000 files. Export the chapters or pages one by one.',
      );
  }

  /** @throws when the file was not added */
  nameOf(key: string): string {
    const name = this.names.get(key);
    if (name === undefined) throw new Error(`${key} is not in the archive`);
    return name;
  }

  entries(): Iterable<[key: string, name: string]> {
    return this.names;
  }
}

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
