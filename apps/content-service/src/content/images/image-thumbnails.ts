import { buffer } from 'node:stream/consumers';
import type { FileStore } from '@almanac/storage';
import { Inject, Injectable } from '@nestjs/common';
import { FILE_STORE } from '../files/file-store.provider';
import { displayImage, extensionOf, galleryThumb, keyOf } from '../files/image-paths';
import { HEAD_BYTES, isMoving, renderThumbnails, type Thumbnails } from './scaling';

/** Paths of the small forms of an image; null where none could be generated. */
export interface ThumbnailPaths {
  gallery: string | null;
  display: string | null;
}

const NONE: ThumbnailPaths = { gallery: null, display: null };

/** The small forms of stored images (content-behaviour §14). They are files beside the image, without rows, and can be generated again. */
@Injectable()
export class ImageThumbnails {
  constructor(@Inject(FILE_STORE) private readonly files: FileStore) {}

  /** Their paths. Generates missing files: images inside texts and imports are stored without them. */
  async of(path: string): Promise<ThumbnailPaths> {
    const [image, gallery, display] = await Promise.all(
      [path, galleryThumb(path), displayImage(path)].map((file) => this.files.stat(keyOf(file))),
    );
    if (!image) return NONE;
    if (gallery && display) return thumbnailPaths(path, true);
    const moves = isMoving(await this.bytes(path, { start: 0, end: HEAD_BYTES - 1 }), extensionOf(path));
    if (gallery && moves) return thumbnailPaths(path, false);
    try {
      return await this.put(path, await renderThumbnails(await this.bytes(path), moves));
    } catch {
      return NONE;
    }
  }

  /** Stores the small forms of a new file, in place of those of the old one. */
  async put(path: string, { gallery, display }: Thumbnails): Promise<ThumbnailPaths> {
    await this.files.put(keyOf(galleryThumb(path)), gallery);
    if (display) await this.files.put(keyOf(displayImage(path)), display);
    else await this.files.remove(keyOf(displayImage(path)));
    return thumbnailPaths(path, display !== undefined);
  }

  private async bytes(path: string, range?: { start: number; end: number }): Promise<Buffer> {
    const content = await this.files.read(keyOf(path), range);
    return content ? buffer(content) : Buffer.alloc(0);
  }
}

export const thumbnailPaths = (path: string, isScaled: boolean): ThumbnailPaths => ({
  gallery: galleryThumb(path),
  display: isScaled ? displayImage(path) : path,
});
