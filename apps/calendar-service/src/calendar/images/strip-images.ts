import { buffer } from 'node:stream/consumers';
import { type Database, type RowOf, selectColumns, setColumns, sql } from '@almanac/database';
import { boundedImageWork, openImage, publicForm } from '@almanac/images';
import type { FileStore } from '@almanac/storage';
import { StoredImage } from './image.entity';

const BATCH = 200;

const STORED = selectColumns(StoredImage, 'images', 'id', 'path');

/**
 * Removes EXIF, GPS and similar data from images that older versions stored unchanged; the smaller forms never had any. It may be interrupted and run
 * again, also while the service runs.
 * @returns the number of changed images, and of all images
 */
export async function stripImages(database: Database, files: FileStore): Promise<{ changed: number; images: number }> {
  let [changed, images, lastId] = [0, 0, 0];
  for (;;) {
    const rows = await database.query(sql`SELECT ${STORED} FROM images WHERE id > $1 ORDER BY id LIMIT ${BATCH}`, [
      lastId,
    ]);
    const last = rows.at(-1);
    if (!last) return { changed, images };
    for (const image of rows) if (await strip(database, files, image)) changed += 1;
    images += rows.length;
    lastId = last.id;
  }
}

async function strip(database: Database, files: FileStore, { id, path }: RowOf<typeof STORED>): Promise<boolean> {
  const content = await files.read(path);
  const original = content && (await buffer(content));
  if (!original) return false;
  const plain = await boundedImageWork(() => publicForm(original));
  if (plain === original) return false;
  const { width, height } = (await openImage(plain).metadata()).autoOrient;
  await files.put(path, plain);
  const facts = [id, plain.length, width, height];
  await database.query(
    `UPDATE images SET ${setColumns(StoredImage, { filesize: '$2', width: '$3', height: '$4' })} WHERE id = $1`,
    facts,
  );
  return true;
}
