import { pipeline, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { FileStore } from '@almanac/storage';
import { BackupError } from './backup-error';
import { MANIFEST } from './catalogue';
import { Digest } from './digest';
import { decrypted } from './encryption';
import { linesOf } from './lines';
import { isPartRecord, type Manifest, parseManifest, type PartRecord, recordsIn } from './manifest';

/** More are not listed: a folder that is gone would name a million files. */
const MAX_FAULTS = 20;

/** The parts of a complete backup. */
export class Archive {
  private constructor(
    private readonly store: FileStore,
    readonly manifest: Manifest,
    private readonly identity: string | undefined,
  ) {}

  /** @throws BackupError when there is no such complete backup */
  static async open(store: FileStore, name: string, identity: string | undefined): Promise<Archive> {
    const file = await store.read(`${name}/${MANIFEST}`);
    if (!file) throw new BackupError(`There is no complete backup ${name}.`);
    return new Archive(store, parseManifest(name, await text(file)), identity);
  }

  get isEncrypted(): boolean {
    return this.manifest.recipient !== null;
  }

  /** The plain bytes of a part. */
  async read(part: string, { isText }: { isText: boolean }): Promise<Readable> {
    const identity = this.isEncrypted ? this.requireIdentity() : undefined;
    const stored = await this.stored(part);
    const plain = identity === undefined ? stored : await decrypted(stored, identity);
    // The reader of the last stream gets the failures of the others.
    return isText ? pipeline(plain, createGunzip(), () => undefined) : plain;
  }

  /** Compares each part with its digest. @throws BackupError naming the damaged and missing parts */
  async checkParts(): Promise<{ parts: number; bytes: number }> {
    const sum = { parts: 0, bytes: 0 };
    const { parts } = this.manifest;
    await this.checkPart(parts);
    const faults: string[] = [];
    for await (const record of recordsIn(linesOf(await this.stored(parts.part)), isPartRecord)) {
      await this.checkPart(record).catch((failure: unknown) => {
        if (!(failure instanceof BackupError)) throw failure;
        faults.push(failure.message);
      });
      sum.parts += 1;
      sum.bytes += record.bytes;
      if (faults.length === MAX_FAULTS) break;
    }
    if (faults.length > 0) throw new BackupError(faults.join('\n'));
    return sum;
  }

  /** @throws BackupError when the key is missing or is another backup's */
  async checkKey(): Promise<void> {
    if (!this.isEncrypted) return;
    const [database = ''] = Object.keys(this.manifest.databases);
    await buffer(await this.read(`${database}/tables/public.migrations`, { isText: true }));
  }

  private async checkPart({ part, bytes, sha256 }: PartRecord): Promise<void> {
    const digest = new Digest();
    await finished(Readable.from(digest.of(await this.stored(part))).resume());
    const found = digest.result();
    if (found.bytes < bytes) throw new BackupError(`The part ${part} is cut off: ${found.bytes} of ${bytes} bytes.`);
    if (found.sha256 !== sha256) throw new BackupError(`The part ${part} is damaged.`);
  }

  private async stored(part: string): Promise<Readable> {
    const found = await this.store.read(`${this.manifest.name}/${part}`);
    if (!found) throw new BackupError(`The part ${part} is missing.`);
    return found;
  }

  private requireIdentity(): string {
    if (this.identity !== undefined) return this.identity;
    throw new BackupError('The backup is encrypted. Set BACKUP_IDENTITY_FILE to the file of its key.');
  }
}
