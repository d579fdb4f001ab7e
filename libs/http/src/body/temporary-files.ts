import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { detached } from '@almanac/observability';

export interface StoredUpload {
  path: string;
  /** Bytes that came; more than the limit of them are not on disk. */
  size: number;
  limitBytes: number;
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
      return { path: place, size, limitBytes: this.limitBytes };
    } catch (failure) {
      // What cannot be removed goes with the process; the caller must hear of the first failure.
      detached(this.remove(place), 'removing an upload');
      throw failure;
    }
  }

  async remove(place: string): Promise<void> {
    await rm(place, { force: true });
  }
}
