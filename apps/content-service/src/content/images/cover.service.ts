import type { Actor } from '@almanac/auth';
import type { UploadedFile } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { imageFileName } from './image-input';
import { refuseImage, scaledToFit } from './scaling';
import { ImageContents } from './image-files';
import { type NewImage, StoredImages } from './stored-images';

/** Covers fit into a square of this many pixels. */
const COVER_EDGE = 512;

/** The picture scaled to the size of a cover. Rejects if it cannot be decoded. */
export const coverOf = (picture: string | Buffer): Promise<Buffer> => scaledToFit(picture, COVER_EDGE);

type CoverType = 'cover_book' | 'cover_bookshelf';

/** A stored file without a row. */
type CoverFile = Pick<NewImage, 'name' | 'path' | 'type'>;

/** Cover images of books and shelves. Call inside a transaction: its outcome decides which files stay. */
@Injectable()
export class CoverService {
  constructor(
    private readonly images: StoredImages,
    private readonly contents: ImageContents,
  ) {}

  /**
   * Stores the file in the `image` of a request. Null removes the cover, and undefined keeps it.
   * @throws Problem 422 when the file cannot be decoded
   */
  async store(image: UploadedFile | null | undefined, type: CoverType): Promise<CoverFile | null | undefined> {
    if (!image) return image;
    const fileName = imageFileName(image.originalName, image.extension);
    const path = await this.images.addFile({ source: image.path, type, fileName }, async () => {
      const shown = await coverOf(image.path).catch(refuseImage);
      return (at) => this.contents.put(at, { shown });
    });
    return { name: image.originalName, path, type };
  }

  /** @param file from `store` @returns the id of the cover to store, or null */
  async apply(
    file: CoverFile | null | undefined,
    current: number | null,
    ownerId: number,
    actor: Actor,
  ): Promise<number | null> {
    if (file === undefined) return current;
    if (current !== null) await this.images.remove(current);
    return file === null ? null : (await this.images.addRow({ ...file, uploadedTo: ownerId }, actor)).id;
  }
}
