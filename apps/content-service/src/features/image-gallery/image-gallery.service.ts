import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound, Problem } from '@almanac/errors';
import { requireMatch, versioned } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import type { UploadedFile } from '@almanac/validation';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { AccessService } from '../../content/access/access.service';
import { ContentTree } from '../../content/content-tree/content-tree';
import { StoredFiles } from '../../content/files/stored-files';
import { imageFileName } from '../../content/images/image-file-name';
import { extensionOf, keyOf } from '../../content/images/image-paths';
import { StoredImages } from '../../content/images/stored-images';
import { type DecodedUpload, GalleryFiles } from './gallery-files';
import type { CreateImageDto, UpdateImageDto } from './image-gallery.dto';
import { ImageGalleryRepository } from './image-gallery.repository';
import { type ImageDetailRow, presentImage, presentImageInList } from './image.presenter';

const OTHER_TYPE = 'Image file replacements must be of the same type';

/** Images and drawings of pages (content-behaviour §14). */
@Injectable()
export class ImageGalleryService {
  constructor(
    private readonly database: Database,
    private readonly gallery: ImageGalleryRepository,
    private readonly images: StoredImages,
    private readonly galleryFiles: GalleryFiles,
    private readonly files: StoredFiles,
    private readonly tree: ContentTree,
    private readonly access: AccessService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(query: ListQuery, actor: Actor) {
    return (await this.gallery.list(query, actor)).map((image) => presentImageInList(image, this.settings.baseUrl));
  }

  async read(id: number, actor: Actor) {
    const image = await this.find(id, actor);
    return versioned(image, () => this.present(image));
  }

  async create({ type, uploaded_to, image, name }: CreateImageDto, actor: Actor) {
    // Checked before the expensive decoding, and again in the transaction.
    await this.tree.lockPage(uploaded_to, actor);
    const upload = await this.galleryFiles.decode(image);
    const path = await this.images.freePath(type, imageFileName(image.originalName, image.extension));
    const store = async () => {
      await this.tree.lockPage(uploaded_to, actor);
      const row = { name: name || image.originalName, path, type, uploadedTo: uploaded_to };
      const { id } = await this.images.add(row, upload.content, actor);
      await this.galleryFiles.putThumbnails(path, upload);
      return this.written(id, actor);
    };
    return this.files.during(keyOf(path), () => this.database.transaction(store));
  }

  async update(id: number, { name, image }: UpdateImageDto, actor: Actor) {
    const replacement = image && (await this.replacement(id, image, actor));
    return this.database.transaction(async () => {
      const { path } = await this.changeable(id, 'image-update', actor);
      await this.images.recordChange(id, name, actor);
      // Last, because a rollback does not restore the old file.
      if (replacement) await this.galleryFiles.replace(path, replacement);
      return this.written(id, actor);
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

  private async changeable(id: number, right: string, actor: Actor): Promise<ImageDetailRow> {
    const image = (await this.gallery.findToChange(id, actor)) ?? notFound('Image');
    this.access.requireAllOrOwn(actor, right, image.created_by);
    await requireMatch(() => versioned(image));
    return image;
  }

  /** Presented at once: after the transaction the files may be gone. */
  private async written(id: number, actor: Actor) {
    const image = await this.find(id, actor);
    const shown = await this.present(image);
    return versioned(image, () => shown);
  }

  private async present(image: ImageDetailRow) {
    return presentImage(image, await this.galleryFiles.smallForms(image.path), this.settings.baseUrl);
  }

  private async find(id: number, actor: Actor): Promise<ImageDetailRow> {
    return (await this.gallery.find(id, actor)) ?? notFound('Image');
  }
}
