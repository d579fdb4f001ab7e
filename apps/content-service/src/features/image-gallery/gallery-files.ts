import { readFile } from 'node:fs/promises';
import type { UploadedFile } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { type ImageContent, ImageContents } from '../../content/images/image-contents';
import { type ThumbnailPaths, ImageThumbnails } from '../../content/images/image-thumbnails';
import { HEAD_BYTES, isMoving } from '../../content/images/moving-images';
import { refuseImage, renderThumbnails, type Thumbnails } from '../../content/images/scaling';

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

  /** Overwrites the existing files. A rollback of the transaction does not restore them. */
  async replace(path: string, { content, thumbnails }: DecodedUpload): Promise<void> {
    await this.contents.put(path, content);
    await this.thumbnails.put(path, thumbnails);
  }

  async putThumbnails(path: string, { thumbnails }: DecodedUpload): Promise<void> {
    await this.thumbnails.put(path, thumbnails);
  }

  smallForms(path: string): Promise<ThumbnailPaths> {
    return this.thumbnails.of(path);
  }
}
