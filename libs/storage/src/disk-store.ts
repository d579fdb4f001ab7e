import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callsOutside, errorCode, fileRefusal } from '@almanac/runtime';
import { type FileFacts, type FileStore, isSafeKey, MissingStoreError, RefusedStoreError } from './file-store';

/** Cannot collide with a file, because no key begins with a dot. */
const PROBE = '.probe';
const PROBE_BYTES = 4_096;
/** The folder may be on another machine. */
const CALL = 'a call to the file store';
/** Codes for a disk that only the operator can mend. */
const REFUSALS = ['EACCES', 'EPERM', 'EROFS', 'EIO', 'ESTALE', 'ELOOP'];

/** Files in a folder of this machine. When `put` resolves, the file is flushed to the disk. */
export class DiskStore implements FileStore {
  /** Only until the folder was seen: one that vanishes later may be on a disk that is no longer mounted. */
  private mayCreate: boolean;

  constructor(
    private readonly folder: string,
    { creates = false }: { creates?: boolean } = {},
  ) {
    this.mayCreate = creates;
  }

  put(key: string, content: Readable | Uint8Array): Promise<void> {
    return this.onDisk(() => this.write(key, content));
  }

  async read(key: string, range?: { start: number; end: number }): Promise<Readable | undefined> {
    return isSafeKey(key) ? this.onDisk(() => this.opened(key, range)) : undefined;
  }

  async stat(key: string): Promise<FileFacts | undefined> {
    return isSafeKey(key) ? this.onDisk(() => this.facts(key)) : undefined;
  }

  remove(key: string): Promise<void> {
    return this.onDisk(async () => {
      try {
        await rm(this.placeOf(key));
      } catch (failure) {
        await this.ifMissing(failure);
      }
    });
  }

  async *keys(): AsyncIterable<string> {
    callsOutside(CALL);
    await this.onDisk(() => this.requireFolder());
    for await (const entry of await opendir(this.folder, { recursive: true })) {
      const key = path.relative(this.folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
      if (entry.isFile() && isSafeKey(key)) yield key;
    }
  }

  async check(): Promise<void> {
    callsOutside(CALL);
    await this.onDisk(() => this.writeProbe());
  }

  /** Tells a disk that refuses its use from a fault of the program. */
  private async onDisk<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (failure) {
      if (!REFUSALS.includes(errorCode(failure) ?? '')) throw failure;
      const reason = fileRefusal(failure) ?? String(failure);
      throw new RefusedStoreError(`The folder ${this.folder} of the file store cannot be used: ${reason}.`, {
        cause: failure,
      });
    }
  }

  private async write(key: string, content: Readable | Uint8Array): Promise<void> {
    const place = this.placeOf(key);
    await this.requireFolder();
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
      if (isMissing(failure)) await this.requireFolder();
      throw failure;
    }
  }

  private async opened(key: string, range?: { start: number; end: number }): Promise<Readable | undefined> {
    try {
      const file = await open(this.placeOf(key));
      if ((await file.stat()).isFile()) return file.createReadStream({ ...range });
      await file.close();
      return undefined;
    } catch (failure) {
      return await this.ifMissing(failure);
    }
  }

  private async facts(key: string): Promise<FileFacts | undefined> {
    try {
      const found = await stat(this.placeOf(key));
      return found.isFile() ? { size: found.size, modifiedAt: found.mtime } : undefined;
    } catch (failure) {
      return await this.ifMissing(failure);
    }
  }

  private async writeProbe(): Promise<void> {
    await this.requireFolder();
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

  /** Nothing when the file is missing in a folder that is there. @throws MissingStoreError, and other failures as they are */
  private async ifMissing(failure: unknown): Promise<undefined> {
    if (!isMissing(failure)) throw failure;
    await this.requireFolder();
    return undefined;
  }

  /** @throws MissingStoreError when the folder is not there, and may not or cannot be created */
  private async requireFolder(): Promise<void> {
    if (this.mayCreate) await createFolder(this.folder);
    else if (!(await isFolder(this.folder)))
      throw new MissingStoreError(
        `The folder ${this.folder} of the file store does not exist. Create it or mount its disk, or set STORAGE_CREATE=true for a new store.`,
      );
    this.mayCreate = false;
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

async function createFolder(folder: string): Promise<void> {
  try {
    const firstMade = await mkdir(folder, { recursive: true });
    if (firstMade !== undefined) await keepNames(folder, firstMade);
  } catch (failure) {
    const reason = fileRefusal(failure) ?? String(failure);
    throw new MissingStoreError(`The folder ${folder} of the file store cannot be created: ${reason}.`, {
      cause: failure,
    });
  }
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory();
  } catch (failure) {
    if (isMissing(failure)) return false;
    throw failure;
  }
}

const isMissing = (failure: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errorCode(failure) ?? '');
