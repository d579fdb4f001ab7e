import { readFile } from 'node:fs/promises';
import type { UploadedFile } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { type ImageContent, ImageContents } from '../../content/images/image-files';
import { ImageThumbnails, type ThumbnailPaths, thumbnailPaths } from '../../content/images/image-thumbnails';
import { HEAD_BYTES, isMoving, refuseImage, renderThumbnails, type Thumbnails } from '../../content/images/scaling';

/** An uploaded image with its thumbnails, ready to be written. */
export interface DecodedUpload {
  content: ImageContent;
  thumbnails: Thumbnails;
}

/** The files of gallery images: the image, its original if that is kept, and its thumbnails. */
@Injectable()
export class GalleryFiles {
  constructor(
    private readonly contents: ImageContents,
    private readonly thumbnails: ImageThumbnails,
  ) {}

  /** @throws Problem 422 if the file cannot be decoded */
  async decode({ path, extension }: UploadedFile): Promise<DecodedUpload> {
    const content = await this.contents.prepare(await readFile(path));
    const moves = isMoving(content.shown.subarray(0, HEAD_BYTES), extension);
    const thumbnails = await renderThumbnails(content.shown, moves).catch(refuseImage);
    return { content, thumbnails };
  }

  /** Overwrites existing files. */
  async put(path: string, { content, thumbnails }: DecodedUpload): Promise<void> {
    await this.contents.put(path, content);
    await this.thumbnails.put(path, thumbnails);
  }

  /** The small forms of an upload at this path. */
  formsOf(path: string, { thumbnails }: DecodedUpload): ThumbnailPaths {
    return thumbnailPaths(path, thumbnails.display !== undefined);
  }

  smallForms(path: string): Promise<ThumbnailPaths> {
    return this.thumbnails.of(path);
  }
}
