import { randomText } from '../../../domain/slugs/random-text';

const NAME_LENGTH = 20;

/** The files of an archive: their keys in the file store, and the names that `data.json` refers to them by. */
export class ZipFiles {
  private readonly names = new Map<string, string>();

  /** The name of a stored file in the archive; the same file is there once. */
  nameOf(key: string, extension: string): string {
    const known = this.names.get(key);
    if (known !== undefined) return known;
    const name = `${randomText(NAME_LENGTH)}${extension && `.${extension}`}`;
    this.names.set(key, name);
    return name;
  }

  entries(): Iterable<[key: string, name: string]> {
    return this.names;
  }
}
