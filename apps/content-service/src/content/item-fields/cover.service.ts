import type { Actor } from '@almanac/auth';
import type { UploadedFile } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { imageFileName } from '../images/image-file-name';
import { refuseImage, scaledToFit } from '../images/scaling';
import { StoredImages } from '../images/stored-images';

/** Covers fit into a square of this many pixels. */
const COVER_EDGE = 512;

/** The picture scaled to the size of a cover. Rejects if it cannot be decoded. */
export const coverOf = (picture: string | Buffer): Promise<Buffer> => scaledToFit(picture, COVER_EDGE);

type CoverType = 'cover_book' | 'cover_bookshelf';

/** Cover images of books and shelves. Call inside a transaction: its outcome decides which files stay. */
@Injectable()
export class CoverService {
  constructor(private readonly images: StoredImages) {}

  /**
   * Applies the `image` of a request: a file becomes the new cover, null removes it, undefined keeps it.
   * @returns the id of the cover to store, or null
   * @throws Problem 422 when the file cannot be decoded
   */
  async apply(
    image: UploadedFile | null | undefined,
    current: number | null,
    type: CoverType,
    ownerId: number,
    actor: Actor,
  ): Promise<number | null> {
    if (image === undefined) return current;
    if (current !== null) await this.images.remove(current);
    return image === null ? null : this.store(image, type, ownerId, actor);
  }

  private async store(file: UploadedFile, type: CoverType, ownerId: number, actor: Actor): Promise<number> {
    const content = await coverOf(file.path).catch(refuseImage);
    const path = await this.images.freePath(type, imageFileName(file.originalName, file.extension));
    const { id } = await this.images.add(
      { name: file.originalName, path, type, uploadedTo: ownerId },
      { shown: content },
      actor,
    );
    return id;
  }
}
