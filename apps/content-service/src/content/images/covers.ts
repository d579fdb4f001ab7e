import { buffer } from 'node:stream/consumers';
import type { Actor } from '@almanac/auth';
import { selectComputed } from '@almanac/database';
import { NamedSchema, orNull, record, TEXT, URL_TEXT, WHOLE } from '@almanac/openapi';
import { Injectable } from '@nestjs/common';
import { extensionOf } from '../files/image-paths';
import { TIMES, USER_ID, utcMicros } from '../kinds/presentation';
import { ImageFiles, ImageFileWriter } from './image-files';
import { type CopiedCover, type CoverInput, imageFileName } from './image-input';
import type { ImagePurpose } from './image.entity';
import { refuseImage, scaledToFit } from './scaling';
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
    private readonly imageFiles: ImageFileWriter,
    private readonly files: ImageFiles,
  ) {}

  /**
   * Stores the file in the `image` of a request, or the copy of a cover. Null removes the cover, and undefined keeps it.
   * @throws Problem 422 when the file cannot be decoded
   */
  async store(image: CoverInput | undefined, type: CoverType): Promise<CoverFile | null | undefined> {
    if (!image) return image;
    const fileName = imageFileName(image.originalName, image.extension);
    const path = await this.images.addFile({ source: image.path, type, fileName }, async () => {
      const cover = 'content' in image ? image.content : await coverOf(image.path).catch(refuseImage);
      return (at) => this.imageFiles.put(at, { publicFile: cover });
    });
    return { name: image.originalName, path, type };
  }

  /** Reads a cover for another item. Call outside of a transaction. Null when there is no cover, or its file is lost. */
  async copyOf(cover: Pick<CoverRow, 'name' | 'path'> | null): Promise<CopiedCover | null> {
    const content = cover && (await (await this.files.find(cover.path))?.read());
    if (!content) return null;
    const { name, path } = cover;
    return { path, originalName: name, extension: extensionOf(path), content: await buffer(content) };
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

/** A row of `images` as JSON (`to_json`). */
export interface CoverRow {
  id: number;
  name: string;
  path: string;
  type: ImagePurpose;
  uploaded_to: number;
  created_at: string;
  updated_at: string;
  created_by: number | null;
  updated_by: number | null;
}

/** The cover of a book or shelf, or null. */
export const coverColumn = (alias: string) =>
  selectComputed<{ cover: CoverRow | null }>({
    cover: `(SELECT to_json(cover) FROM images cover WHERE cover.id = ${alias}.image_id)`,
  });

export const presentCoverInList = (cover: CoverRow | null, baseUrl: string) =>
  cover && { id: cover.id, name: cover.name, url: baseUrl + cover.path };

export const presentCover = (cover: CoverRow | null, baseUrl: string) =>
  cover && {
    id: cover.id,
    name: cover.name,
    url: baseUrl + cover.path,
    created_at: utcMicros(cover.created_at),
    updated_at: utcMicros(cover.updated_at),
    created_by: cover.created_by,
    updated_by: cover.updated_by,
    path: cover.path,
    type: cover.type,
    uploaded_to: cover.uploaded_to,
  };

const IN_LIST = { id: WHOLE, name: TEXT, url: URL_TEXT };

export const COVER_IN_LIST_SCHEMA = orNull(new NamedSchema('CoverInList', record(IN_LIST)));

export const COVER_SCHEMA = orNull(
  new NamedSchema(
    'Cover',
    record({
      ...IN_LIST,
      ...TIMES,
      created_by: USER_ID,
      updated_by: USER_ID,
      path: TEXT,
      type: TEXT,
      uploaded_to: WHOLE,
    }),
  ),
);
