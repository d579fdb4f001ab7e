import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { FileStore } from '@almanac/storage';
import { MANIFEST, PARTS } from './catalogue';
import { Digest } from './digest';
import { encrypted } from './encryption';
import type { Manifest, PartRecord } from './manifest';

/** Writes the parts of one backup into a store, and notes the size and the digest of each. */
export class ArchiveWriter {
  private readonly list = createWriteStream(path.join(this.folder, PARTS));

  private constructor(
    private readonly store: FileStore,
    readonly name: string,
    private readonly recipient: string | null,
    private readonly folder: string,
  ) {}

  static async begin(store: FileStore, name: string, recipient: string | null): Promise<ArchiveWriter> {
    return new ArchiveWriter(store, name, recipient, await mkdtemp(path.join(tmpdir(), 'almanac-backup-')));
  }

  /** @param isText texts are compressed; files are mostly pictures, which are compressed already */
  async write(part: string, content: Readable, { isText }: { isText: boolean }): Promise<PartRecord> {
    // The reader of the last stream gets the failures of the others.
    const small = isText ? pipeline(content, createGzip({ level: 6 }), () => undefined) : content;
    const record = await this.put(part, this.recipient === null ? small : await encrypted(small, this.recipient));
    if (!this.list.write(`${JSON.stringify(record)}\n`)) await once(this.list, 'drain');
    return record;
  }

  /** The backup is complete from here on. */
  async finish(rest: Omit<Manifest, 'format' | 'name' | 'parts' | 'recipient'>): Promise<Manifest> {
    this.list.end();
    await finished(this.list);
    const parts = await this.put(PARTS, createReadStream(this.list.path));
    const manifest: Manifest = { format: 1, name: this.name, recipient: this.recipient, parts, ...rest };
    await this.store.put(`${this.name}/${MANIFEST}`, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    return manifest;
  }

  async close(): Promise<void> {
    this.list.destroy();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async put(part: string, stored: Readable): Promise<PartRecord> {
    const digest = new Digest();
    await this.store.put(`${this.name}/${part}`, Readable.from(digest.of(stored), { objectMode: false }));
    return { part, ...digest.result() };
  }
}
