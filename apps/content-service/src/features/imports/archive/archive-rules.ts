import type { Entry } from 'yauzl';

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
export class ArchiveRules {
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
export function refuse(what: string): never {
  throw new ArchiveFault(`Could not read ZIP file: it ${what}.`);
}
