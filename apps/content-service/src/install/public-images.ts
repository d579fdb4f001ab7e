import { buffer } from 'node:stream/consumers';
import { type Database, selectColumns, sql } from '@almanac/database';
import { openFileStore } from '@almanac/storage';
import type { Settings } from '../config';
import { Image } from '../content/images/image.entity';
import { ImageFileWriter } from '../content/images/image-files';
import { keyOf } from '../content/files/image-paths';

const BATCH = 200;

const NEXT_IMAGES = sql`SELECT ${selectColumns(Image, 'image', 'id', 'path')} FROM images image WHERE id > $1 ORDER BY id LIMIT ${BATCH}`;

/**
 * Removes EXIF, GPS and similar metadata from images that older versions stored unchanged. Images without metadata stay as they are,
 * so an interrupted run can be repeated. The service may run meanwhile.
 * @returns the number of changed images and of all images
 */
export async function makeImagesPublic(
  database: Database,
  settings: Settings,
): Promise<{ changed: number; images: number }> {
  const files = openFileStore(settings.storageUrl);
  const imageFiles = new ImageFileWriter(files, settings);
  let [changed, images, lastId] = [0, 0, 0];
  for (;;) {
    const rows = await database.query(NEXT_IMAGES, [lastId]);
    const last = rows.at(-1);
    if (!last) return { changed, images };
    for (const { path } of rows) if (await makePublic(path)) changed += 1;
    images += rows.length;
    lastId = last.id;
  }

  async function makePublic(path: string): Promise<boolean> {
    const content = await files.read(keyOf(path));
    const stored = content && (await buffer(content));
    if (!stored) return false;
    const prepared = await imageFiles.prepare(stored);
    if (prepared.publicFile === stored) return false;
    await imageFiles.put(path, prepared);
    return true;
  }
}
