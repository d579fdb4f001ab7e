import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentDisposition } from '@almanac/http';
import type { Response } from 'express';
import { OverflowBuffer } from './overflow-buffer';

export interface ExportFile {
  /** e.g. `getting-started.html` */
  name: string;
  /** The content in pieces. `gone` aborts when the caller disconnects. */
  content: (gone: AbortSignal) => AsyncIterable<string | Uint8Array>;
  /** Whether callers may ask for parts of it. */
  ranges?: boolean;
}

/** Bytes. Holds an ordinary page in any format; longer exports spill to disk. */
const IN_MEMORY = 1_000_000;

/**
 * Generates a whole file, then sends it. The response thus has a length, supports ranges, and turns a failure into a clean error. Memory
 * does not grow with the length of a book. The work stops when the caller disconnects.
 */
export async function sendExport(response: Response, { name, content, ranges = false }: ExportFile): Promise<void> {
  const caller = new AbortController();
  response.once('close', () => caller.abort());
  // `sendFile` needs a file to serve a part of it.
  const asksForPart = ranges && response.req.headers.range !== undefined;
  const buffer = new OverflowBuffer(asksForPart ? 0 : IN_MEMORY);
  try {
    await pipeline(Readable.from(content(caller.signal)), buffer, { signal: caller.signal });
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': contentDisposition('attachment', name),
      'X-Content-Type-Options': 'nosniff',
      ...(ranges && { 'Accept-Ranges': 'bytes' }),
    };
    const written = buffer.content;
    if (typeof written === 'string') await send(response, written, { acceptRanges: ranges, headers });
    else response.set({ ...headers, 'Content-Length': String(written.length) }).end(written);
  } catch (failure) {
    // A caller that disconnects is not a failure of the server.
    if (!caller.signal.aborted) throw failure;
  } finally {
    await buffer.remove();
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
