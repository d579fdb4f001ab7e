import { readFile } from 'node:fs/promises';
import type { Actor } from '@almanac/auth';
import { Database, OutsideResults } from '@almanac/database';
import { notFound, Problem } from '@almanac/errors';
import { requireMatch, versionedAnswer } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import type { UploadedFile } from '@almanac/validation';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { AccessService } from '../../content/access/access.service';
import { ContentTree } from '../../content/content-tree/content-tree';
import { StoredFiles } from '../../content/files/stored-files';
import { imageFileName } from '../../content/images/image-input';
import { extensionOf, keyOf } from '../../content/files/image-paths';
import { type PreparedImage, ImageFileWriter } from '../../content/images/image-files';
import { ImageThumbnails, type ThumbnailPaths, thumbnailPaths } from '../../content/images/image-thumbnails';
import { HEAD_BYTES, isMoving, refuseImage, renderThumbnails, type Thumbnails } from '../../content/images/scaling';
import { StoredImages } from '../../content/images/stored-images';
import type { CreateImageDto, UpdateImageDto } from './image-gallery.dto';
import { type ImageDetailRow, ImageGalleryRepository } from './image-gallery.repository';
import { presentImage, presentImageInList } from './image.presenter';

/** An uploaded image with its thumbnails, ready to be written. */
interface DecodedUpload {
  content: PreparedImage;
  thumbnails: Thumbnails;
}

/** The files of gallery images: the image, its original if that is kept, and its thumbnails. */
@Injectable()
export class GalleryFiles {
  constructor(
    private readonly imageFiles: ImageFileWriter,
    private readonly thumbnails: ImageThumbnails,
  ) {}

  /** @throws Problem 422 if the file cannot be decoded */
  async decode({ path, extension }: UploadedFile): Promise<DecodedUpload> {
    const content = await this.imageFiles.prepare(await readFile(path));
    const moves = isMoving(content.publicFile.subarray(0, HEAD_BYTES), extension);
    const thumbnails = await renderThumbnails(content.publicFile, moves).catch(refuseImage);
    return { content, thumbnails };
  }

  /** Overwrites existing files. */
  async put(path: string, { content, thumbnails }: DecodedUpload): Promise<void> {
    await this.imageFiles.put(path, content);
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

const OTHER_TYPE = 'Image file replacements must be of the same type';

/** Images and drawings of pages (content-behaviour §14). */
@Injectable()
export class ImageGalleryService {
  private readonly smallForms: OutsideResults<ThumbnailPaths>;

  constructor(
    private readonly database: Database,
    private readonly gallery: ImageGalleryRepository,
    private readonly images: StoredImages,
    private readonly galleryFiles: GalleryFiles,
    private readonly files: StoredFiles,
    private readonly tree: ContentTree,
    private readonly access: AccessService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.smallForms = new OutsideResults(database);
  }

  /** @param bookId as in the repository */
  async list(query: ListQuery, actor: Actor, bookId?: number) {
    return (await this.gallery.list(query, actor, bookId)).map((image) =>
      presentImageInList(image, this.settings.baseUrl),
    );
  }

  /** As in the repository. */
  pagesWith(path: string, actor: Actor): Promise<number[]> {
    return this.gallery.pagesWith(path, actor);
  }

  async read(id: number, actor: Actor) {
    const image = await this.find(id, actor);
    return versionedAnswer(image, async () =>
      presentImage(image, await this.galleryFiles.smallForms(image.path), this.settings.baseUrl),
    );
  }

  async create({ type, uploaded_to, image, name }: CreateImageDto, actor: Actor) {
    // Checked before the expensive decoding, and again in the transaction.
    await this.tree.lockPage(uploaded_to, actor);
    const upload = await this.galleryFiles.decode(image);
    const fileName = imageFileName(image.originalName, image.extension);
    return this.database.transaction(async () => {
      await this.tree.lockPage(uploaded_to, actor);
      const path = await this.images.addFile({ source: image.path, type, fileName }, () =>
        Promise.resolve((at) => this.galleryFiles.put(at, upload)),
      );
      const row = { name: name || image.originalName, path, type, uploadedTo: uploaded_to };
      const { id } = await this.images.addRow(row, actor);
      return this.presentSaved(id, this.galleryFiles.formsOf(path, upload), actor);
    });
  }

  async update(id: number, { name, image }: UpdateImageDto, actor: Actor) {
    const replacement = image && (await this.replacement(id, image, actor));
    return this.database.transaction(async () => {
      const { path } = await this.changeable(id, 'image-update', actor, image);
      await this.images.recordChange(id, name, actor);
      // Last, because a rollback does not restore the old file.
      if (replacement)
        await this.files.replace(keyOf(path), image.path, () => this.galleryFiles.put(path, replacement));
      const smallForms = replacement
        ? this.galleryFiles.formsOf(path, replacement)
        : await this.smallForms.get(path, () => this.galleryFiles.smallForms(path));
      return this.presentSaved(id, smallForms, actor);
    });
  }

  remove(id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      await this.changeable(id, 'image-delete', actor);
      await this.images.remove(id);
    });
  }

  /** Runs all checks and decodes the new image before the old one is changed. */
  private async replacement(id: number, image: UploadedFile, actor: Actor): Promise<DecodedUpload> {
    const { path, created_by: creator } = await this.find(id, actor);
    this.access.requireAllOrOwn(actor, 'image-update', creator);
    if (image.extension !== extensionOf(path)) throw new Problem(422, OTHER_TYPE, { fields: { image: [OTHER_TYPE] } });
    return this.galleryFiles.decode(image);
  }

  /** @param replacement its version was checked before it replaced the file */
  private async changeable(
    id: number,
    right: string,
    actor: Actor,
    replacement?: UploadedFile,
  ): Promise<ImageDetailRow> {
    const image = (await this.gallery.findToChange(id, actor)) ?? notFound('Image');
    this.access.requireAllOrOwn(actor, right, image.created_by);
    if (!replacement || !this.files.isReplaced(replacement.path)) await requireMatch(() => versionedAnswer(image));
    return image;
  }

  private async presentSaved(id: number, smallForms: ThumbnailPaths, actor: Actor) {
    const image = await this.find(id, actor);
    return versionedAnswer(image, () => presentImage(image, smallForms, this.settings.baseUrl));
  }

  private async find(id: number, actor: Actor): Promise<ImageDetailRow> {
    return (await this.gallery.find(id, actor)) ?? notFound('Image');
  }
}
