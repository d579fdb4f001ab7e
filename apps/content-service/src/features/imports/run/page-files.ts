import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { ImageThumbnails } from '../../../domain/images/image-thumbnails';
import { StoredImages } from '../../../domain/images/stored-images';
import { attachmentExtension } from '../../attachments/attachment-content';
import { Attachment } from '../../attachments/attachment.entity';
import type { PortablePage } from '../format/portable-content';
import type { Addresses } from './addresses';
import type { Staged } from './staged-import';

/** The images and attachments of an imported page: rows for files that are there already. */
@Injectable()
export class PageFiles {
  constructor(
    private readonly database: Database,
    private readonly images: StoredImages,
    private readonly thumbnails: ImageThumbnails,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Call inside a transaction. */
  async add(page: PortablePage, pageId: number, staged: Staged, addresses: Addresses, actor: Actor): Promise<void> {
    await this.addImages(page, pageId, staged, addresses, actor);
    await this.addAttachments(page, pageId, staged, addresses, actor);
  }

  private async addImages(page: PortablePage, pageId: number, staged: Staged, addresses: Addresses, actor: Actor): Promise<void> {
    for (const image of page.images) {
      const file = staged.images.get(image);
      if (!file) continue;
      const { id } = await this.images.addRow({ ...file, uploadedTo: pageId }, actor);
      const shown = file.type === 'gallery' ? (await this.thumbnails.of(file.path)).display : null;
      addresses.add('image', image.id, this.settings.baseUrl + (shown ?? file.path));
      if (file.type === 'drawio') addresses.addDrawing(image.id, id);
    }
    for (const file of staged.embedded.get(page)?.images ?? []) await this.images.addRow({ ...file, uploadedTo: pageId }, actor);
  }

  private async addAttachments(page: PortablePage, pageId: number, staged: Staged, addresses: Addresses, actor: Actor): Promise<void> {
    for (const [place, attachment] of page.attachments.entries()) {
      const key = staged.attachments.get(attachment);
      const row: Attachment = this.database.of(Attachment).create({
        pageId,
        name: attachment.name,
        external: key === undefined,
        path: key ?? attachment.link,
        extension: key === undefined ? '' : attachmentExtension(attachment.file),
        order: place + 1,
        createdBy: actor.id,
        updatedBy: actor.id,
      });
      await this.database.of(Attachment).insert(row);
      addresses.add('attachment', attachment.id, `${this.settings.baseUrl}/attachments/${row.id}`);
    }
  }
}
