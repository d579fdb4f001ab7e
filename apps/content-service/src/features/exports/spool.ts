import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { temporaryFolder } from '@almanac/process';

type Done = (failure?: Error | null) => void;

/** Takes in what is written to it: in memory while it is short, in a file of its own as soon as it is not. Remove it when it was read. */
export class Spool extends Writable {
  private kept: Buffer[] = [];
  private size = 0;
  private folder: string | undefined;
  private handle: FileHandle | undefined;
  /** What is being written at this moment: it may go on a little after the work that it belongs to has ended. */
  private writing = Promise.resolve();

  /** @param mostInMemory bytes */
  constructor(private readonly mostInMemory: number) {
    super();
  }

  /** What was written, once all was: its bytes, or the path of a file with them. */
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
    if (this.size <= this.mostInMemory) return;
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
