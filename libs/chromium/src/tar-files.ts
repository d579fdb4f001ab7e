const BLOCK = 512;
const PLAIN_FILE = ['0', '\0'];

interface TarFile {
  /** Relative, with forward slashes. */
  readonly name: string;
  readonly content: Buffer;
}

/** The plain files of a ustar archive; folders are implied by their names. For archives that we install ourselves, not for strangers'. */
export function* tarFiles(archive: Buffer): Generator<TarFile> {
  for (let at = 0; at + BLOCK <= archive.length;) {
    const text = (from: number, length: number) => archive.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '');
    const [name, size, type] = [text(0, 100), Number.parseInt(text(124, 12), 8), archive.toString('latin1', at + 156, at + 157)];
    if (name === '') return;
    const start = at + BLOCK;
    if (PLAIN_FILE.includes(type)) yield { name, content: archive.subarray(start, start + size) };
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}
