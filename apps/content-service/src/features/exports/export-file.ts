import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentDisposition, type NamedFile, neverHolds } from '@almanac/http';
import type { Request, Response } from 'express';
import { OverflowBuffer } from './overflow-buffer';

export interface ExportFile {
  /** e.g. `getting-started.html` */
  name: string;
  /** The content in pieces. `gone` aborts when the caller disconnects. `addHeader` adds a header to the response. */
  content: (gone: AbortSignal, addHeader: AddHeader) => AsyncIterable<string | Uint8Array>;
  /** Whether callers may ask for parts of it. */
  ranges?: boolean;
}

export type AddHeader = (name: string, value: string) => void;

/** A generated file. Call `remove` after reading it. */
export interface WrittenExport extends NamedFile {
  ranges: boolean;
  headers: Record<string, string>;
  remove: () => Promise<void>;
}

/** Bytes. Holds an ordinary page in any format; longer exports spill to disk. */
const IN_MEMORY = 1_000_000;

/**
 * Generates a whole file. The response thus has a length, supports ranges, and turns a failure into a clean error. Memory does not grow
 * with the length of a book.
 * @param gone stops the work when the caller disconnects
 */
export async function writeExport(
  { name, content, ranges = false }: ExportFile,
  request: Request,
  gone: AbortSignal,
): Promise<WrittenExport> {
  // `sendFile` needs a file to serve a part of it.
  const asksForPart = ranges && request.headers.range !== undefined;
  // A file on disk belongs to one request. Others that wait for this build need not wait for its end.
  const buffer = new OverflowBuffer(asksForPart ? 0 : IN_MEMORY, neverHolds);
  const remove = () => buffer.remove();
  const headers: Record<string, string> = {};
  const addHeader: AddHeader = (header, value) => (headers[header] = value);
  try {
    await pipeline(Readable.from(content(gone, addHeader)), buffer, { signal: gone });
    return { name, content: buffer.content, ranges, headers, remove };
  } catch (failure) {
    await remove();
    throw failure;
  }
}

/** Sends a generated file. @param load stops its work when the signal aborts, because the caller has disconnected */
export async function sendExport(
  response: Response,
  load: (gone: AbortSignal) => Promise<NamedFile & Partial<WrittenExport>>,
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
