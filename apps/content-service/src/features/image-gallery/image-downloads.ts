import type { Actor } from '@almanac/auth';
import { notFound, Problem } from '@almanac/errors';
import type { ServedFile } from '@almanac/http';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { AccessService } from '../../content/access/access.service';
import { ImageFiles } from '../../content/images/image-files';
import { ImageGalleryRepository } from './image-gallery.repository';

/** The files of images. Callers need to see the page of the image. */
@Injectable()
export class ImageDownloads {
  constructor(
    private readonly gallery: ImageGalleryRepository,
    private readonly files: ImageFiles,
    private readonly access: AccessService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws Problem 404 */
  async publicFile(id: number, actor: Actor): Promise<ServedFile> {
    const { path } = (await this.gallery.find(id, actor)) ?? notFound('Image');
    return (await this.files.find(path)) ?? notFound('Image');
  }

  /** The uploaded original if it is kept, else the image. Only for callers who may change the image. @throws Problem 403, 404 */
  async original(id: number, actor: Actor): Promise<ServedFile> {
    const { path, created_by: creator } = (await this.gallery.find(id, actor)) ?? notFound('Image');
    this.access.requireAllOrOwn(actor, 'image-update', creator);
    return (await this.files.findOriginal(path)) ?? (await this.files.find(path)) ?? notFound('Image');
  }

  /** The image at a URL from a record or a page. @throws Problem 404, also for URLs of other servers */
  async at(url: string, actor: Actor): Promise<ServedFile> {
    const path = url.startsWith(`${this.settings.baseUrl}/`) ? url.slice(this.settings.baseUrl.length) : '';
    const file = await this.files.findFor(actor, path);
    if (!file) throw new Problem(404, 'Image Not Found');
    return file;
  }
}
