import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { INVALID_DATA, Problem } from '@almanac/errors';
import { type FileStore } from '@almanac/storage';
import type { UploadedFile } from '@almanac/validation';
import { Inject, Injectable } from '@nestjs/common';
import { FILE_STORE } from '../files/file-store.provider';
import { randomText } from '../slugs/random-text';
import { Image } from './image.entity';
import { imageFileName } from './image-file-name';
import { scaledToFit } from './scaling';

/** Covers fit into a square of this many pixels. */
const COVER_EDGE = 512;

type CoverType = 'cover_book' | 'cover_bookshelf';

/** Cover images of books and shelves. Call inside a transaction: files follow the rows. */
@Injectable()
export class CoverService {
  constructor(
    private readonly database: Database,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {}

  /**
   * Applies the `image` of a request: a file becomes the new cover, null removes it, undefined keeps it.
   * @returns the id of the cover from now on
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
    if (current !== null) await this.remove(current);
    return image === null ? null : this.store(image, type, ownerId, actor);
  }

  private async store(file: UploadedFile, type: CoverType, ownerId: number, actor: Actor): Promise<number> {
    const content = await scaledToFit(file.path, COVER_EDGE).catch((cause: unknown) => {
      const fields = { image: ['The image must be a file of type: jpeg, png, gif, webp, avif.'] };
      throw new Problem(422, INVALID_DATA, { fields, cause });
    });
    const path = await this.freePath(type, imageFileName(file.originalName, file.extension));
    const key = path.slice(1);
    this.database.afterRollback(() => this.files.remove(key));
    await this.files.put(key, content);
    const image = { name: file.originalName.slice(0, 255), path, type, uploadedTo: ownerId, createdBy: actor.id, updatedBy: actor.id };
    const { identifiers } = await this.database.of(Image).insert(image);
    return Number(identifiers[0]?.['id']);
  }

  /** The row now, the file once that is committed. */
  async remove(imageId: number): Promise<void> {
    const image = await this.database.of(Image).findOneBy({ id: imageId });
    if (!image) return;
    await this.database.of(Image).delete({ id: imageId });
    await this.database.afterCommit(() => this.files.remove(image.path.slice(1)));
  }

  /** The name stays reserved until the transaction ends, so that of two uploads at once neither overwrites the other's file. */
  private async freePath(type: CoverType, fileName: string): Promise<string> {
    const folder = `/uploads/images/${type}/${new Date().toISOString().slice(0, 7)}`;
    let path = `${folder}/${fileName}`;
    await this.database.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`image:${path}`]);
    while (await this.database.of(Image).existsBy({ path })) path = `${folder}/${randomText(3)}${fileName}`;
    return path;
  }
}
