import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request } from 'express';
import type { StorageEngine } from 'multer';

const DAY_MS = 86_400_000;

type Uploaded = Partial<Express.Multer.File>;

/**
 * Where uploaded files lie while their request is served. Of a file above the limit no more than the limit is written, but all of it is
 * counted: the rule on its field refuses it in the words of the contract, and the caller, who may still be sending, gets to hear them.
 */
export class TemporaryFiles implements StorageEngine {
  constructor(
    private readonly folder: string,
    private readonly limitBytes: number,
  ) {
    mkdirSync(folder, { recursive: true });
    removeLeftovers(folder);
  }

  _handleFile(_request: Request, { stream }: Express.Multer.File, done: (failure?: unknown, file?: Uploaded) => void): void {
    const place = path.join(this.folder, randomUUID());
    let size = 0;
    const upToTheLimit = new Transform({
      transform: (chunk: Buffer, _encoding, next) => {
        const room = Math.max(0, this.limitBytes - size);
        size += chunk.length;
        next(null, chunk.subarray(0, room));
      },
    });
    pipeline(stream, upToTheLimit, createWriteStream(place, { flags: 'wx', mode: 0o600 })).then(
      () => done(null, { path: place, size }),
      (failure: unknown) => {
        // What cannot be removed is found at the next start; the caller must hear of the first failure.
        rm(place, { force: true }).then(() => done(failure), () => done(failure)); // prettier-ignore
      },
    );
  }

  _removeFile(_request: Request, file: Express.Multer.File, done: (failure: Error | null) => void): void {
    rm(file.path, { force: true }).then(() => done(null), done);
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
