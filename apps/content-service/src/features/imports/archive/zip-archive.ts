import { PassThrough, type Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { Problem, unreachable } from '@almanac/errors';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { DATA_FILE, FILES_FOLDER } from '../../exports/zip/portable-format';

/** The reason to refuse an archive as a whole; the message is for the caller. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
}

const MAX_ENTRIES = 20_000;
/** Ordinary data rarely shrinks to less than a hundredth, except in small entries. */
const MAX_RATIO = 100;
const RATIO_MATTERS_FROM = 1_000_000;
/** Unpacked size of the whole archive, as a multiple of the upload limit. */
const MAX_UPLOADS = 20;

const SYMLINK = 0o120000;
const FILE_TYPE = 0o170000;

/** Refuses malicious archives: checks every entry in the directory before anything is unpacked. */
class ArchiveRules {
  private readonly names = new Set<string>();
  private unpacked = 0;
  private packed = 0;

  /**
   * @param archiveBytes size of the archive
   * @param uploadLimit maximum size of an upload, in bytes
   */
  constructor(
    private readonly archiveBytes: number,
    private readonly uploadLimit: number,
  ) {}

  /** @throws ArchiveFault */
  judge(entry: Entry): void {
    const { fileName: name, compressedSize: packed, uncompressedSize: unpacked } = entry;
    if (this.names.has(name)) refuse('has two entries of the same name');
    this.names.add(name);
    if (this.names.size > MAX_ENTRIES) refuse(`has more than ${MAX_ENTRIES} entries`);
    if (entry.isEncrypted()) refuse('has encrypted entries');
    if (!entry.canDecodeFileData()) refuse('is compressed in a way that is not supported');
    if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK) refuse('has symbolic links');
    if (unpacked > RATIO_MATTERS_FROM && unpacked > packed * MAX_RATIO) refuse('unpacks to far more than its size');
    this.unpacked += unpacked;
    if (this.unpacked > this.uploadLimit * MAX_UPLOADS) refuse('unpacks to far more than its size');
    // Overlapping entries would unpack the same bytes many times.
    this.packed += packed;
    if (this.packed > this.archiveBytes) refuse('has entries that overlap');
  }
}

/** @throws ArchiveFault always */
function refuse(what: string): never {
  throw new ArchiveFault(`Could not read ZIP file: it ${what}.`);
}

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

/** Reads bytes of a file, `end` included; undefined when the file no longer exists. */
export type ReadRange = (range: { start: number; end: number }) => Promise<Readable | undefined>;

const WINDOW_BYTES = 256 * 1024;

/** Reads an archive from any source that serves byte ranges. Failures of the source are a `Problem` 503, and no fault of the archive. */
class RangeReader extends RandomAccessReader {
  private window = { start: 0, bytes: Buffer.alloc(0) };

  /** @param size bytes of the whole file */
  constructor(
    private readonly content: ReadRange,
    private readonly size: number,
  ) {
    super();
  }

  /** The directory is read in thousands of small pieces; a larger window serves them. */
  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (failure: Error | null) => void,
  ): void {
    this.bytes(position, length).then(
      (bytes) => {
        bytes.copy(target, offset);
        callback(null);
      },
      (failure: unknown) => callback(asError(failure)),
    );
  }

  /** @param end exclusive */
  override _readStreamForRange(start: number, end: number): Readable {
    const output = new PassThrough();
    this.open(start, end).then(
      (content) => {
        content.once('error', (failure) => output.destroy(unreachable(failure)));
        output.once('close', () => content.destroy());
        content.pipe(output);
      },
      (failure: unknown) => output.destroy(asError(failure)),
    );
    return output;
  }

  private async bytes(position: number, length: number): Promise<Buffer> {
    const from = position - this.window.start;
    if (from >= 0 && from + length <= this.window.bytes.length) return this.window.bytes.subarray(from, from + length);
    const end = Math.min(this.size, position + Math.max(length, WINDOW_BYTES));
    if (position + length > end) throw new Error('the file ends too early');
    this.window = { start: position, bytes: await buffer(await this.open(position, end)).catch(failed) };
    if (this.window.bytes.length < length) throw new Error('the file ends too early');
    return this.window.bytes.subarray(0, length);
  }

  private async open(start: number, end: number): Promise<Readable> {
    const content = await this.content({ start, end: end - 1 }).catch(failed);
    if (!content) throw new Error('the file has gone');
    return content;
  }
}

const asError = (failure: unknown): Error => (failure instanceof Error ? failure : new Error(String(failure)));

function failed(cause: unknown): never {
  throw cause instanceof Problem ? cause : unreachable(cause);
}
