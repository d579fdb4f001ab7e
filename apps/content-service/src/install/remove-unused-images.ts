import type { Database } from '@almanac/database';
import { openFileStore } from '@almanac/storage';
import type { Settings } from '../config';
import { ActivityLog } from '../content/activity/activity-log';
import { StoredFiles } from '../content/files/stored-files';
import { type UnusedImage, UnusedImages } from '../content/images/unused-images';
import { CLEANUP } from '../features/unused-images/unused-image-jobs';
import { OPERATOR } from './operator';

const LISTED_AT_ONCE = 500;

interface Options {
  /** Without it, nothing is removed. */
  readonly deletes: boolean;
}

/**
 * Searches for images that nothing shows, writes a line for each, and removes them if told to. The service may run meanwhile.
 * @param write gets each line
 */
export async function removeUnusedImages(
  database: Database,
  settings: Settings,
  { deletes }: Options,
  write: (line: string) => void,
): Promise<void> {
  const images = new UnusedImages(database, new StoredFiles(database, openFileStore(settings.storageUrl)));
  const searchId = await images.search();
  let [found, after] = [0, 0];
  for (;;) {
    const rows = await images.list(searchId, { count: LISTED_AT_ONCE, after });
    for (const image of rows) write(lineOf(image));
    found += rows.length;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < LISTED_AT_ONCE) break;
  }
  if (!deletes) {
    write(`${found} images are shown nowhere. Add --delete to remove them.`);
    return;
  }
  if (found > 0) await new ActivityLog(database, settings).event(...CLEANUP, OPERATOR);
  write(`${await images.remove(searchId)} of ${found} images that were shown nowhere are removed.`);
}

/** Without the name that its uploader gave the image, which may hold characters that act on a terminal. */
const lineOf = ({ id, path, page, createdAt }: UnusedImage): string =>
  [id, path, createdAt.toISOString(), page ? `page ${page.id}` : 'no page'].join('\t');
