import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentDisposition } from '@almanac/http';
import type { Response } from 'express';
import { Spool } from './spool';

export interface ExportFile {
  /** e.g. `getting-started.html` */
  name: string;
  /** Writes it, until `gone` tells that nobody wants it any more. */
  content: (gone: AbortSignal) => AsyncIterable<string | Uint8Array>;
  /** Whether callers may ask for parts of it. */
  ranges?: boolean;
}

/** Ordinary pages in any format; what is longer goes to the disk. */
const IN_MEMORY = 1_000_000;

/**
 * Answers with a file that is written while it is asked for. It is written whole first: the answer can then tell its length and give
 * parts of it, a failure in the middle is still a clean error, and memory does not grow with the length of a book. When the caller goes
 * away, the work ends.
 */
export async function sendExport(response: Response, { name, content, ranges = false }: ExportFile): Promise<void> {
  const caller = new AbortController();
  response.once('close', () => caller.abort());
  // Parts are given of files.
  const spool = new Spool(ranges ? 0 : IN_MEMORY);
  try {
    await pipeline(Readable.from(content(caller.signal)), spool, { signal: caller.signal });
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': contentDisposition('attachment', name),
      'X-Content-Type-Options': 'nosniff',
    };
    const written = spool.content;
    if (typeof written === 'string') await send(response, written, { acceptRanges: ranges, headers });
    else response.set({ ...headers, 'Content-Length': String(written.length) }).end(written);
  } catch (failure) {
    // To go away in the middle is no failure of ours.
    if (!caller.signal.aborted) throw failure;
  } finally {
    await spool.remove();
  }
}

const send = (response: Response, file: string, options: { acceptRanges: boolean; headers: Record<string, string> }): Promise<void> =>
  new Promise((resolve, reject) => {
    response.sendFile(file, { ...options, cacheControl: false, lastModified: false, etag: false, dotfiles: 'allow' }, (failure?: Error) => {
      // A caller who went away in the middle is no failure of ours.
      if (!failure || response.destroyed || response.headersSent) return resolve();
      // What is answered instead is no file.
      for (const name of Object.keys(options.headers)) response.removeHeader(name);
      reject(failure);
    });
  });
