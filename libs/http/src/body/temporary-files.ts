import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { detached } from '@almanac/observability';

export interface StoredUpload {
  path: string;
  /** Received bytes; at most `limitBytes` of them are on disk. */
  size: number;
  limitBytes: number;
}

/**
 * Stores uploaded files while their request is served. A file above the limit is cut at the limit on disk, but counted to its end.
 * So the rule of its field can refuse it with the contract's message, and a caller that is still sending receives it.
 */
export class TemporaryFiles {
  constructor(
    private readonly folder: string,
    private readonly limitBytes: number,
  ) {
    mkdirSync(folder, { recursive: true });
  }

  /** Rejects when the upload is incomplete, and removes its file. */
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
      // Not awaited, so that the caller gets the first failure. A remaining file is removed with the folder of the process.
      detached(this.remove(place), 'removing an upload');
      throw failure;
    }
  }

  async remove(place: string): Promise<void> {
    await rm(place, { force: true });
  }
}
