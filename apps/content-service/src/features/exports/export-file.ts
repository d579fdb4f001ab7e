import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentDisposition } from '@almanac/http';
import type { Response } from 'express';

export interface ExportFile {
  /** e.g. `getting-started.html` */
  name: string;
  /** Writes it, until `gone` tells that nobody wants it any more. */
  content: (gone: AbortSignal) => AsyncIterable<string | Uint8Array>;
  /** Whether callers may ask for parts of it. */
  ranges?: boolean;
}

/**
 * Answers with a file that is written while it is asked for. It goes to the disk first: the answer can then tell its length and give
 * parts of it, a failure in the middle is still a clean error, and memory does not grow with the length of a book. When the caller goes
 * away, the work ends.
 */
export async function sendExport(response: Response, { name, content, ranges = false }: ExportFile): Promise<void> {
  const caller = new AbortController();
  response.once('close', () => caller.abort());
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-export-'));
  const file = path.join(folder, 'export');
  try {
    await pipeline(Readable.from(content(caller.signal)), createWriteStream(file), { signal: caller.signal });
    await send(response, file, {
      acceptRanges: ranges,
      headers: {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': contentDisposition('attachment', name),
        'X-Content-Type-Options': 'nosniff',
      },
    });
  } catch (failure) {
    // To go away in the middle is no failure of ours.
    if (!caller.signal.aborted) throw failure;
  } finally {
    // A file that was being opened when the work ended may come in between.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
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
