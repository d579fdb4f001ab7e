import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentDisposition, type NamedFile, preventCaching } from '@almanac/http';
import { temporaryFolder } from '@almanac/runtime';
import type { Request, Response } from 'express';

export interface ExportFile {
  /** e.g. `getting-started.html` */
  name: string;
  /** The content in pieces. `disconnect` aborts when the caller disconnects. `addHeader` adds a header to the response. */
  content: (disconnect: AbortSignal, addHeader: AddHeader) => AsyncIterable<string | Uint8Array>;
  /** Whether callers may ask for parts of it. */
  ranges?: boolean;
}

export type AddHeader = (name: string, value: string) => void;

/** A generated file. Call `remove` after reading it. */
export interface GeneratedExport extends NamedFile {
  ranges: boolean;
  headers: Record<string, string>;
  remove: () => Promise<void>;
}

/** Bytes. Holds an ordinary page in any format; longer exports spill to disk. */
const IN_MEMORY = 1_000_000;

/**
 * Generates a whole file. The response thus has a length, supports ranges, and turns a failure into a clean error. Memory does not grow
 * with the length of a book.
 * @param disconnect stops the work when the caller disconnects
 */
export async function writeExport(
  { name, content, ranges = false }: ExportFile,
  request: Request,
  disconnect: AbortSignal,
): Promise<GeneratedExport> {
  // `sendFile` needs a file to serve a part of it.
  const asksForPart = ranges && request.headers.range !== undefined;
  // A file on disk belongs to one request. Others that wait for this build need not wait for its end.
  const buffer = new OverflowBuffer(asksForPart ? 0 : IN_MEMORY, preventCaching);
  const remove = () => buffer.remove();
  const headers: Record<string, string> = {};
  const addHeader: AddHeader = (header, value) => (headers[header] = value);
  try {
    await pipeline(Readable.from(content(disconnect, addHeader)), buffer, { signal: disconnect });
    return { name, content: buffer.content, ranges, headers, remove };
  } catch (failure) {
    await remove();
    throw failure;
  }
}

/** Sends a generated file. @param load stops its work when the signal aborts, because the caller has disconnected */
export async function sendExport(
  response: Response,
  load: (disconnect: AbortSignal) => Promise<NamedFile & Partial<GeneratedExport>>,
): Promise<void> {
  const caller = new AbortController();
  const leave = () => caller.abort();
  response.once('close', leave);
  try {
    const { name, content, ranges = false, headers: more, remove } = await load(caller.signal);
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': contentDisposition('attachment', name),
      'X-Content-Type-Options': 'nosniff',
      ...(ranges && { 'Accept-Ranges': 'bytes' }),
      ...more,
    };
    try {
      if (typeof content === 'string') await send(response, content, { acceptRanges: ranges, headers });
      else response.set({ ...headers, 'Content-Length': String(content.length) }).end(content);
    } finally {
      await remove?.();
    }
  } catch (failure) {
    // A caller that disconnects is not a failure of the server.
    if (!caller.signal.aborted) throw failure;
  } finally {
    response.off('close', leave);
  }
}

const send = (
  response: Response,
  file: string,
  options: { acceptRanges: boolean; headers: Record<string, string> },
): Promise<void> =>
  new Promise((resolve, reject) => {
    response.sendFile(
      file,
      { ...options, cacheControl: false, lastModified: false, etag: false, dotfiles: 'allow' },
      (failure?: Error) => {
        // A caller that disconnects in the middle is not a failure of the server.
        if (!failure || response.destroyed || response.headersSent) return resolve();
        // The error response must not carry the headers of the file.
        for (const name of Object.keys(options.headers)) response.removeHeader(name);
        reject(failure);
      },
    );
  });

type Done = (failure?: Error | null) => void;

/** Buffers written data in memory, and spills to a temporary file when it grows. Call `remove` after reading it. */
export class OverflowBuffer extends Writable {
  private buffered: Buffer[] = [];
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
    return this.folder === undefined ? Buffer.concat(this.buffered) : path.join(this.folder, 'export');
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
    this.buffered.push(piece);
    this.size += piece.length;
    if (this.size <= this.maxBytesInMemory) return;
    this.noteSpill();
    const pending = this.buffered;
    this.buffered = [];
    this.folder ??= await mkdtemp(path.join(temporaryFolder('almanac-exports'), 'almanac-export-'));
    this.handle ??= await open(path.join(this.folder, 'export'), 'wx');
    await this.handle.appendFile(Buffer.concat(pending));
  }

  private async close(): Promise<void> {
    await this.writing.catch(() => undefined);
    const { handle } = this;
    this.handle = undefined;
    await handle?.close();
  }
}
