import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { detached } from '@almanac/observability';

const DAY_MS = 86_400_000;

export interface StoredUpload {
  path: string;
  /** Bytes that came; more than the limit of them are not on disk. */
  size: number;
}

/**
 * Where uploaded files lie while their request is served. Of a file above the limit no more than the limit is written, but all of it is
 * counted: the rule on its field refuses it in the words of the contract, and the caller, who may still be sending, gets to hear them.
 */
export class TemporaryFiles {
  constructor(
    private readonly folder: string,
    private readonly limitBytes: number,
  ) {
    mkdirSync(folder, { recursive: true });
    removeLeftovers(folder);
  }

  /** Rejects when the file breaks off; nothing of it is left then. */
  async store(content: Readable): Promise<StoredUpload> {
    const place = path.join(this.folder, randomUUID());
    let size = 0;
    const upToTheLimit = new Transform({
      transform: (chunk: Buffer, _encoding, next) => {
        const room = Math.max(0, this.limitBytes - size);
        size += chunk.length;
        next(null, chunk.subarray(0, room));
      },
    });
    try {
      await pipeline(content, upToTheLimit, createWriteStream(place, { flags: 'wx', mode: 0o600 }));
      return { path: place, size };
    } catch (failure) {
      // What cannot be removed is found at the next start; the caller must hear of the first failure.
      detached(this.remove(place), 'removing an upload');
      throw failure;
    }
  }

  async remove(place: string): Promise<void> {
    await rm(place, { force: true });
  }
}

/** A process that was killed could not tidy up; no request lasts a day. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const place = path.join(folder, name);
    // Another process may be doing the same.
    const facts = statSync(place, { throwIfNoEntry: false });
    if (facts?.isFile() && facts.mtimeMs < Date.now() - DAY_MS) rmSync(place, { force: true });
  }
}
