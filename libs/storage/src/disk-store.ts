import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callsOutside } from '@almanac/process';
import { type FileFacts, type FileStore, isSafeKey } from './file-store';

/** Cannot collide with a file, because no key begins with a dot. */
const PROBE = '.probe';
const PROBE_BYTES = 4_096;
/** The folder may be on another machine. */
const CALL = 'a call to the file store';

/** Files in a folder of this machine. When `put` resolves, the file is flushed to the disk. */
export class DiskStore implements FileStore {
  constructor(private readonly folder: string) {}

  async put(key: string, content: Readable | Uint8Array): Promise<void> {
    const place = this.placeOf(key);
    const firstMade = await mkdir(path.dirname(place), { recursive: true });
    const draft = `${place}.${randomUUID()}.tmp`;
    try {
      await pipeline(
        content instanceof Readable ? content : Readable.from([content]),
        createWriteStream(draft, { flags: 'wx', flush: true }),
      );
      await rename(draft, place);
      await keepNames(path.dirname(place), firstMade);
    } catch (failure) {
      await rm(draft, { force: true });
      throw failure;
    }
  }

  async read(key: string, range?: { start: number; end: number }): Promise<Readable | undefined> {
    if (!isSafeKey(key)) return undefined;
    try {
      const file = await open(this.placeOf(key));
      if ((await file.stat()).isFile()) return file.createReadStream({ ...range });
      await file.close();
      return undefined;
    } catch (failure) {
      ifMissing(failure);
      return;
    }
  }

  async stat(key: string): Promise<FileFacts | undefined> {
    if (!isSafeKey(key)) return undefined;
    try {
      const found = await stat(this.placeOf(key));
      return found.isFile() ? { size: found.size, modifiedAt: found.mtime } : undefined;
    } catch (failure) {
      ifMissing(failure);
      return;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.placeOf(key), { force: true });
  }

  async *keys(): AsyncIterable<string> {
    callsOutside(CALL);
    if (!existsSync(this.folder)) return;
    for await (const entry of await opendir(this.folder, { recursive: true })) {
      const key = path.relative(this.folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
      if (entry.isFile() && isSafeKey(key)) yield key;
    }
  }

  async check(): Promise<void> {
    callsOutside(CALL);
    await mkdir(this.folder, { recursive: true });
    // A full disk still lets files be opened, so the check must write and flush bytes.
    const place = path.join(this.folder, PROBE);
    const file = await open(place, 'w');
    try {
      await file.writeFile(Buffer.alloc(PROBE_BYTES));
      await file.sync();
    } finally {
      await file.close();
      await rm(place, { force: true });
    }
  }

  private placeOf(key: string): string {
    callsOutside(CALL);
    if (!isSafeKey(key)) throw new Error(`not a key of the file store: ${JSON.stringify(key)}`);
    return path.join(this.folder, ...key.split('/'));
  }
}

/**
 * Flushes the directory entries of a new file and of its new folders, so that they survive a power cut.
 * @param firstMade the topmost created folder, if any
 */
async function keepNames(folder: string, firstMade: string | undefined): Promise<void> {
  // Windows cannot flush folders, and does not need it.
  if (process.platform === 'win32') return;
  const last = firstMade === undefined ? folder : path.dirname(firstMade);
  for (let at = folder; ; at = path.dirname(at)) {
    const opened = await open(at);
    await opened.sync().finally(() => opened.close());
    if (at === last) return;
  }
}

function ifMissing(failure: unknown): undefined {
  if (
    typeof failure === 'object' &&
    failure !== null &&
    'code' in failure &&
    (failure.code === 'ENOENT' || failure.code === 'ENOTDIR')
  )
    return undefined;
  throw failure;
}
