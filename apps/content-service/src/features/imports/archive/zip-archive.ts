import { type Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { Problem } from '@almanac/errors';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { DATA_FILE, FILES_FOLDER } from '../../exports/zip/portable-format';
import { ArchiveFault, ArchiveRules, refuse } from './archive-rules';
import { RangeReader, type ReadRange } from './range-reader';

const UNREADABLE = 'Could not read ZIP file.';

/**
 * An untrusted archive. Entry names are only compared with references in `data.json`, never used as paths. Unpacked data must match the
 * size and checksum in the archive's directory.
 */
export class ZipArchive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /**
   * Reads the directory of the archive.
   * @param size bytes of the archive
   * @param uploadLimit maximum size of an upload, in bytes
   * @throws ArchiveFault when it is not an archive, or breaks `ArchiveRules`
   */
  static async open(read: ReadRange, size: number, uploadLimit: number): Promise<ZipArchive> {
    const zip = await fromRandomAccessReaderPromise(new RangeReader(read, size), size, {
      autoClose: false,
      strictFileNames: true,
    }).catch((failure: unknown) => {
      throw failure instanceof Problem ? failure : new ArchiveFault(UNREADABLE);
    });
    try {
      return new ZipArchive(zip, await readDirectory(zip, new ArchiveRules(size, uploadLimit)));
    } catch (failure) {
      zip.close();
      throw failure;
    }
  }

  close(): void {
    this.zip.close();
  }

  /** `data.json`; undefined when there is none. @throws ArchiveFault when it is too large or damaged */
  async data(limitBytes: number): Promise<Buffer | undefined> {
    const entry = this.entries.get(DATA_FILE);
    if (!entry) return undefined;
    if (entry.uncompressedSize > limitBytes)
      throw new ArchiveFault('ZIP data.json content exceeds the configured application maximum upload size.');
    return buffer(await this.unpack(entry)).catch((failure: unknown) => faulty('has a damaged data.json', failure));
  }

  /** Names of all files, as `data.json` refers to them. */
  files(): string[] {
    return [...this.entries.keys()]
      .filter((name) => name.startsWith(`${FILES_FOLDER}/`))
      .map((name) => name.slice(FILES_FOLDER.length + 1));
  }

  /** Size of a file in bytes according to the directory; undefined when there is no such file. */
  sizeOf(name: string): number | undefined {
    return this.entryOf(name)?.uncompressedSize;
  }

  /** The content of a file. The stream fails when size or checksum differ from the directory. */
  async read(name: string): Promise<Readable> {
    const entry = this.entryOf(name);
    if (!entry) throw new Error(`the archive has no file ${JSON.stringify(name)}`);
    return this.unpack(entry);
  }

  private entryOf(name: string): Entry | undefined {
    return this.entries.get(`${FILES_FOLDER}/${name}`);
  }

  private async unpack(entry: Entry): Promise<Readable> {
    const source = await this.zip.openReadStreamPromise(entry);
    const checked = checking(entry.crc32);
    source.once('error', (failure) => checked.destroy(failure));
    checked.once('close', () => source.destroy());
    return source.pipe(checked);
  }
}

/** Files by name, folders left out. */
async function readDirectory(zip: ZipFile, rules: ArchiveRules): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  const each = zip.eachEntry();
  for (;;) {
    const next = await each
      .next()
      .catch((failure: unknown) =>
        faulty(`is damaged (${failure instanceof Error ? failure.message : 'unreadable'})`, failure),
      );
    if (next.done) return entries;
    rules.judge(next.value);
    if (!next.value.fileName.endsWith('/')) entries.set(next.value.fileName, next.value);
  }
}

/** A file that cannot be reached at the moment says nothing about the archive. */
function faulty(what: string, failure: unknown): never {
  if (failure instanceof Problem) throw failure;
  refuse(what);
}

function checking(expected: number): Transform {
  let sum = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, next) => {
      sum = crc32(chunk, sum);
      next(null, chunk);
    },
    flush: (done) => done(sum === expected ? null : new Error('the checksum is wrong')),
  });
}
