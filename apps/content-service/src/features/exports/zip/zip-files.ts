import { Problem } from '@almanac/errors';
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
