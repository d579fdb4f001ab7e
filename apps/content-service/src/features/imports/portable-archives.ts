import { Slots } from '@almanac/rate-limit';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { ArchiveFault } from './archive/archive-fault';
import { decodeData } from './archive/data-json';
import type { ReadRange } from './archive/range-reader';
import { ZipArchive } from './archive/zip-archive';
import { ContentFaults } from './format/content-faults';
import { FilesInArchive } from './format/files-in-archive';
import type { PortableItem } from './format/portable-content';
import { format, readContent } from './format/read-content';

/** An archive without faults. */
export interface OpenedArchive {
  item: PortableItem;
  archive: ZipArchive;
  files: FilesInArchive;
}

const MEGABYTE = 1_000_000;
/** So many archives are in memory at a time, with all their texts. */
export const AT_ONCE = 2;
const MOST_WAITING = 50;

/** Opens archives and finds everything that is wrong with them (content-behaviour §16.4). */
@Injectable()
export class PortableArchives {
  private readonly slots = new Slots(AT_ONCE, MOST_WAITING, 'Too many ZIP files are being read at this moment.');

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /**
   * The archive is open while `work` is done.
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
    const data = bytes && decodeData(bytes);
    if (!data) throw new ContentFaults([format('Could not find and decode ZIP data.json content.')]);
    const files = await FilesInArchive.of(archive, this.settings.uploadLimitMegabytes);
    const { item, faults } = readContent(data, files);
    if (!item || faults.length > 0) throw new ContentFaults(faults);
    return { item, archive, files };
  }

  private get limitBytes(): number {
    return this.settings.uploadLimitMegabytes * MEGABYTE;
  }
}

function asFault(failure: unknown): never {
  throw failure instanceof ArchiveFault ? new ContentFaults([format(failure.message)]) : failure;
}
