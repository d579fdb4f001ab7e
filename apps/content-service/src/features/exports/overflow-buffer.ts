import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { temporaryFolder } from '@almanac/process';

type Done = (failure?: Error | null) => void;

/** Buffers written data in memory, and spills to a temporary file when it grows. Call `remove` after reading it. */
export class OverflowBuffer extends Writable {
  private kept: Buffer[] = [];
  private size = 0;
  private folder: string | undefined;
  private handle: FileHandle | undefined;
  /** The pending write. It may outlive the pipeline that it belongs to. */
  private writing = Promise.resolve();

  /**
   * @param maxBytesInMemory bytes before it spills to disk
   * @param noteSpill called before it spills
   */
  constructor(
    private readonly maxBytesInMemory: number,
    private readonly noteSpill: () => void = () => undefined,
  ) {
    super();
  }

  /** All data, after the stream has finished: the bytes, or the path of a file with them. */
  get content(): Buffer | string {
    return this.folder === undefined ? Buffer.concat(this.kept) : path.join(this.folder, 'export');
  }

  async remove(): Promise<void> {
    this.destroy();
    await this.close();
    if (this.folder !== undefined) await rm(this.folder, { recursive: true, force: true });
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.writing = this.add(piece);
    this.writing.then(() => done(), done);
  }

  override _final(done: Done): void {
    this.close().then(() => done(), done);
  }

  override _destroy(failure: Error | null, done: Done): void {
    this.close().then(() => done(failure), done);
  }

  private async add(piece: Buffer): Promise<void> {
    this.kept.push(piece);
    this.size += piece.length;
    if (this.size <= this.maxBytesInMemory) return;
    this.noteSpill();
    const written = this.kept;
    this.kept = [];
    this.folder ??= await mkdtemp(path.join(temporaryFolder('almanac-exports'), 'almanac-export-'));
    this.handle ??= await open(path.join(this.folder, 'export'), 'wx');
    await this.handle.appendFile(Buffer.concat(written));
  }

  private async close(): Promise<void> {
    await this.writing.catch(() => undefined);
    const { handle } = this;
    this.handle = undefined;
    await handle?.close();
  }
}
