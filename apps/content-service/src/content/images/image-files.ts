import { type Actor, can, isAnonymous } from '@almanac/auth';
import { Database, selectColumns, sql } from '@almanac/database';
import { contentDisposition, type ServedFile } from '@almanac/http';
import { boundedImageWork, publicForm } from '@almanac/images';
import { Parameters } from '@almanac/listing';
import type { FileStore } from '@almanac/storage';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { AccessService } from '../access/access.service';
import { FILE_STORE } from '../files/file-store.provider';
import { imageTypeOf, keyOf, originalKey, originalOf } from '../files/image-paths';
import { ITEM_KINDS, type ItemType } from '../kinds/item-kinds';
import { Image, type ImagePurpose } from './image.entity';

/** The public form of an image, and the uploaded file if it differs and is kept. */
export interface PreparedImage {
  readonly publicFile: Buffer;
  readonly original?: Buffer;
}

/**
 * Writes the files of images. Anyone with the address may fetch a public image, so images are stored without EXIF, GPS and similar metadata.
 * With STORAGE_KEEP_ORIGINALS the uploaded file is kept as well. It is served only to callers with the right to change the image.
 */
@Injectable()
export class ImageFileWriter {
  constructor(
    @Inject(FILE_STORE) private readonly files: FileStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Call before a transaction starts, if possible: some pictures must be encoded again. */
  async prepare(image: Buffer): Promise<PreparedImage> {
    const publicFile = await boundedImageWork(() => publicForm(image));
    return publicFile === image || !this.settings.keepOriginals ? { publicFile } : { publicFile, original: image };
  }

  /** Writes the files of an image and replaces earlier ones. */
  async put(path: string, { publicFile, original }: PreparedImage): Promise<void> {
    if (original) await this.files.put(originalKey(path), original);
    else await this.files.remove(originalKey(path));
    await this.files.put(keyOf(path), publicFile);
  }
}

/** The type of the item that an image belongs to. All signed-in users may see images of users and of the system. */
const OWNERS: Partial<Record<ImagePurpose, ItemType>> = {
  gallery: 'page',
  drawio: 'page',
  cover_book: 'book',
  cover_bookshelf: 'bookshelf',
};

/** Images of destroyed pages stay, and belong to nobody. Callers with this right can find and delete them. */
export const seesImagesWithoutPage = (actor: Actor): boolean => can(actor, 'image-delete-all');

/** Reads the files of images, for serving. */
@Injectable()
export class ImageFiles {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
    @Inject(FILE_STORE) private readonly files: FileStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Whether images are public, so that shared caches may store them. */
  get arePublic(): boolean {
    return this.settings.imageAccess === 'local';
  }

  /**
   * The image or derived file at a path such as `/uploads/images/gallery/2026-11/a.png`, if the storage mode lets the caller fetch it.
   */
  async findFor(actor: Actor, path: string): Promise<ServedFile | undefined> {
    return (await this.mayFetch(actor, path)) ? this.find(path) : undefined;
  }

  /** The same without an access check. Call only after checking that the caller sees the image. */
  async find(path: string): Promise<ServedFile | undefined> {
    return this.at(keyOf(path), imageTypeOf(keyOf(path)));
  }

  /** The uploaded file of an image, for callers who may change it. */
  async findOriginal(path: string): Promise<ServedFile | undefined> {
    return this.at(originalKey(path), imageTypeOf(keyOf(path)));
  }

  private async at(key: string, type: string | undefined): Promise<ServedFile | undefined> {
    const facts = type === undefined ? undefined : await this.files.stat(key);
    if (type === undefined || !facts) return undefined;
    const version = `${facts.size.toString(36)}-${facts.modifiedAt.getTime().toString(36)}`;
    const headers = { 'Content-Disposition': contentDisposition('inline', key.replace(/^.*\//, '')) };
    return { size: facts.size, type, version, headers, read: (range) => this.files.read(key, range) };
  }

  private async mayFetch(actor: Actor, path: string): Promise<boolean> {
    if (this.arePublic) return true;
    if (isAnonymous(actor)) return false;
    return this.settings.imageAccess === 'local_secure' || this.seesOwner(actor, originalOf(path));
  }

  private async seesOwner(actor: Actor, path: string): Promise<boolean> {
    const [image] = await this.database.query(
      sql`SELECT ${selectColumns(Image, 'image', 'type', 'uploadedTo')} FROM images image WHERE path = $1`,
      [path],
    );
    const owner = image && OWNERS[image.type];
    if (!owner) return image !== undefined;
    if (image.uploadedTo === null) return seesImagesWithoutPage(actor);
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, owner, 'item', parameters);
    const statement = `SELECT 1 FROM images image JOIN ${ITEM_KINDS[owner].table} item ON item.id = image.uploaded_to
      WHERE image.path = ${parameters.add(path)} AND ${visible}`;
    return (await this.database.query(statement, parameters.values)).length > 0;
  }
}
