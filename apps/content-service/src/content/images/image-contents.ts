import { boundedImageWork, publicForm } from '@almanac/images';
import type { FileStore } from '@almanac/storage';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { FILE_STORE } from '../files/file-store.provider';
import { keyOf, originalKey } from '../files/image-paths';

/** The public form of an image, and the uploaded file if it differs and is kept. */
export interface ImageContent {
  readonly shown: Buffer;
  readonly original?: Buffer;
}

/**
 * The files of images. Anyone with the address may fetch a public image, so images are stored without EXIF, GPS and similar metadata.
 * With STORAGE_KEEP_ORIGINALS the uploaded file is kept as well. It is served only to callers with the right to change the image.
 */
@Injectable()
export class ImageContents {
  constructor(
    @Inject(FILE_STORE) private readonly files: FileStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Call before a transaction starts, if possible: some pictures must be encoded again. */
  async prepare(image: Buffer): Promise<ImageContent> {
    const shown = await boundedImageWork(() => publicForm(image));
    return shown === image || !this.settings.keepOriginals ? { shown } : { shown, original: image };
  }

  /** Writes the files of an image and replaces earlier ones. */
  async put(path: string, { shown, original }: ImageContent): Promise<void> {
    if (original) await this.files.put(originalKey(path), original);
    else await this.files.remove(originalKey(path));
    await this.files.put(keyOf(path), shown);
  }
}
