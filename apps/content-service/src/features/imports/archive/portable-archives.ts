import { Problem } from '@almanac/errors';
import { Slots } from '@almanac/rate-limit';
import { taskFile, WorkerPool } from '@almanac/workers';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { ArchiveFault, type ReadRange, ZipArchive } from './zip-archive';
import { ContentFaults } from './fields';
import * as tasks from './content-tasks';
import { FilesInArchive } from './files-in-archive';
import type { PortableItem } from './portable-content';
import { format } from './read-content';

/** An archive without faults. */
export interface OpenedArchive {
  item: PortableItem;
  archive: ZipArchive;
  files: FilesInArchive;
}

const TASKS = taskFile<typeof tasks>(require.resolve('./content-tasks'));
/** A `data.json` of this size takes at most about 10 ms. */
const MAX_INLINE_BYTES = 64_000;

const MEGABYTE = 1_000_000;
/** Archives in memory at a time, with all their texts. */
export const AT_ONCE = 2;
const MAX_WAITING = 50;

/** Opens archives and reports all their faults (content-behaviour §16.4). */
@Injectable()
export class PortableArchives {
  private readonly slots = new Slots(AT_ONCE, MAX_WAITING, 'Too many ZIP files are being read at this moment.');

  constructor(
    private readonly workers: WorkerPool,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Opens an archive while `work` runs, and closes it afterwards.
   * @param size bytes of the whole file
   * @throws ContentFaults
   */
  async open<T>(read: ReadRange, size: number, work: (opened: OpenedArchive) => Promise<T>): Promise<T> {
    const giveBack = await this.slots.take();
    let archive: ZipArchive | undefined;
    try {
      archive = await ZipArchive.open(read, size, this.limitBytes).catch(asFault);
      return await work(await this.examine(archive));
    } finally {
      archive?.close();
      giveBack();
    }
  }

  private async examine(archive: ZipArchive): Promise<OpenedArchive> {
    const bytes = await archive.data(this.limitBytes).catch(asFault);
    const files = await FilesInArchive.of(archive, this.settings.uploadLimitMegabytes);
    const read = await this.read({
      bytes: bytes ?? new Uint8Array(),
      files: { found: files.found, limitMegabytes: files.limitMegabytes },
    });
    if ('faults' in read) throw new ContentFaults(read.faults);
    return { item: read.item, archive, files };
  }

  private async read(input: tasks.DataToRead): Promise<tasks.ReadData> {
    if (input.bytes.length <= MAX_INLINE_BYTES) return tasks.readData(input);
    const tooExpensive = new Problem(
      422,
      'This ZIP file takes too long to read. Split its content into smaller files.',
    );
    return this.workers.run(TASKS, 'readData', input, { tooExpensive });
  }

  private get limitBytes(): number {
    return this.settings.uploadLimitMegabytes * MEGABYTE;
  }
}

function asFault(failure: unknown): never {
  throw failure instanceof ArchiveFault ? new ContentFaults([format(failure.message)]) : failure;
}
