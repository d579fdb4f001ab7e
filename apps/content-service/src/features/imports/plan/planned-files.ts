import { Database } from '@almanac/database';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { ImageThumbnails } from '../../../content/images/image-thumbnails';
import { MAX_IMAGE_NAME_LENGTH } from '../../../content/images/stored-images';
import { attachmentExtension } from '../../attachments/attachment-content';
import type { PortableItem, PortablePage } from '../archive/portable-content';
import type { StagedImage } from './embedded-files';
import { authors, type PlanDraft } from './import-plan';
import { reserveIds } from './import-rows';

/** Plans the rows of covers, images and attachments. Files are in the store already; attachments may be links instead. */
@Injectable()
export class PlannedFiles {
  constructor(
    private readonly database: Database,
    private readonly thumbnails: ImageThumbnails,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async add(source: PortableItem, draft: PlanDraft): Promise<void> {
    const { cover } = draft.staged;
    if (source.kind === 'book' && cover) [draft.coverId = null] = await this.addImages([cover], source, draft);
    if (source.kind !== 'page') return;
    await this.addPageImages(source, draft);
    await this.addAttachments(source, draft);
  }

  private async addPageImages(page: PortablePage, draft: PlanDraft): Promise<void> {
    const { staged, addresses } = draft;
    const files = page.images.flatMap((image) => staged.images.get(image) ?? []);
    const ids = await this.addImages([...files, ...(staged.embedded.get(page)?.images ?? [])], page, draft);
    for (const [index, { path, type }] of files.entries()) {
      const oldId = page.images[index]?.id;
      const shown = type === 'gallery' ? (await this.thumbnails.of(path)).display : null;
      addresses.add('image', oldId, this.settings.baseUrl + (shown ?? path));
      if (type === 'drawio') addresses.addDrawing(oldId, ids[index] ?? 0);
    }
  }

  private async addImages(
    images: readonly StagedImage[],
    owner: PortableItem,
    { rows, ids, actor }: PlanDraft,
  ): Promise<number[]> {
    const uploaded_to = ids.get(owner) ?? 0;
    const imageIds = await reserveIds(this.database, 'images', images.length);
    for (const [index, { name, path, type }] of images.entries())
      rows.images.push({
        id: imageIds[index] ?? 0,
        name: name.slice(0, MAX_IMAGE_NAME_LENGTH),
        path,
        type,
        uploaded_to,
        ...authors(actor),
      });
    return imageIds;
  }

  private async addAttachments(page: PortablePage, { staged, addresses, rows, ids, actor }: PlanDraft): Promise<void> {
    const attachmentIds = await reserveIds(this.database, 'attachments', page.attachments.length);
    for (const [index, attachment] of page.attachments.entries()) {
      const [id = 0, key] = [attachmentIds[index], staged.attachments.get(attachment)];
      addresses.add('attachment', attachment.id, `${this.settings.baseUrl}/attachments/${id}`);
      rows.attachments.push({
        id,
        page_id: ids.get(page) ?? 0,
        name: attachment.name,
        external: key === undefined,
        path: key ?? attachment.link,
        extension: key === undefined ? '' : attachmentExtension(attachment.file),
        order: index + 1,
        ...authors(actor),
      });
    }
  }
}
