import { decodeData, format, readContent } from './read-content';
import type { Fault } from './fields';
import { FilesInArchive } from './files-in-archive';
import type { PortableItem } from './portable-content';

export interface DataToRead {
  /** `data.json`. */
  bytes: Uint8Array;
  files: Pick<FilesInArchive, 'found' | 'limitMegabytes'>;
}

/** An item without faults, or its faults. */
export type ReadData = { item: PortableItem } | { faults: Fault[] };

/** More are of no use to the caller, and each costs time on the main thread. */
const MAX_FAULTS = 1_000;

// Worker threads load this file for large archives.

export function readData({ bytes, files }: DataToRead): ReadData {
  const data = decodeData(bytes);
  if (!data) return { faults: [format('Could not find and decode ZIP data.json content.')] };
  const { item, faults } = readContent(data, new FilesInArchive(files.found, files.limitMegabytes));
  return item && faults.length === 0 ? { item } : { faults: faults.slice(0, MAX_FAULTS) };
}
