import { type Actor, can } from '@almanac/auth';
import { forbidden } from '@almanac/errors';
import { type RawInput, Unchecked } from '@almanac/http';
import { UploadedFile } from '@almanac/validation';
import { isChangedText } from '@almanac/web';
import { Injectable } from '@nestjs/common';
import { canAllOrOwn } from '../../../content/access/permission-rules';
import { having, listQuery } from '../../../web/list-batches';
import { CreateAttachmentDto, UpdateAttachmentDto } from '../../attachments/attachments.dto';
import { AttachmentsService } from '../../attachments/attachments.service';
import { PagesService } from '../../pages/pages.service';
import { inTypedOrder } from '../writing/item-input';
import { requirePermission } from '../writing/writing-page';

/** Pages with more are ordered by programs. */
const MAX_ATTACHMENTS = 500;
const MAX_NAME = 255;

/** The attachments of pages, over the service of the API. */
@Injectable()
export class PageAttachments {
  readonly noun = 'attachment';

  constructor(
    private readonly attachments: AttachmentsService,
    private readonly pages: PagesService,
  ) {}

  async list(pageId: number, _batch: number, actor: Actor) {
    const { update: mayUpdate = false } = await this.pages.rights(pageId, actor);
    const found = await this.ordered(pageId, actor);
    const rows = found.map(({ id, name, external, extension, created_by: owner }) => ({
      ...{ id, name, url: `/attachments/${id}`, address: `/attachments/${id}`, mark: external ? 'link' : extension },
      mayEdit: mayUpdate && canAllOrOwn(actor, 'attachment-update', owner),
      mayDelete: canAllOrOwn(actor, 'attachment-delete', owner),
    }));
    const mayAdd = mayUpdate && can(actor, 'attachment-create-all');
    return { rows, total: 0, mayAdd, mayOrder: mayUpdate && rows.length > 1 };
  }

  async add(pageId: number, { name, file, link }: RawInput, actor: Actor): Promise<{ name: string }> {
    requirePermission(actor, 'attachment-create-all');
    const isUnnamed = name === '' && file instanceof UploadedFile;
    const fields = { name: isUnnamed ? file.originalName.slice(0, MAX_NAME) : name, uploaded_to: pageId, file, link };
    return (await this.attachments.create(new Unchecked(CreateAttachmentDto, fields), actor)).show();
  }

  /** The attachment for a form. @throws Problem 403, 404 */
  async find(id: number, action: 'update' | 'delete', actor: Actor) {
    const { name, external, path, page_id: pageId, created_by: owner } = await this.attachments.find(id, actor);
    if (!canAllOrOwn(actor, `attachment-${action}`, owner)) forbidden();
    if (action === 'update' && !(await this.pages.rights(pageId, actor))['update']) forbidden();
    return { name, pageId, link: external ? path : '' };
  }

  async save(id: number, { name, file, link }: RawInput, actor: Actor): Promise<unknown> {
    const { external, path } = await this.attachments.find(id, actor);
    // The link that is stored must not win over a new file.
    const fields = { name, file, ...(isChangedText(link, external ? path : '') && { link }) };
    return this.attachments.update(id, new Unchecked(UpdateAttachmentDto, fields), actor);
  }

  remove(id: number, actor: Actor): Promise<void> {
    return this.attachments.remove(id, actor);
  }

  /** @param places numbers as typed, by the keys `attachment-7` */
  async order(pageId: number, places: unknown, actor: Actor): Promise<void> {
    const keys = new Map((await this.ordered(pageId, actor)).map(({ id }) => [`attachment-${id}`, id]));
    const typed = inTypedOrder(places, [...keys.keys()]).flatMap((key) => keys.get(key) ?? []);
    await this.attachments.order(pageId, typed, actor);
  }

  private async ordered(pageId: number, actor: Actor) {
    const query = listQuery({ count: MAX_ATTACHMENTS, sort: 'order', filters: [having('uploaded_to', pageId)] });
    return (await this.attachments.list(query, actor)).rows;
  }
}
