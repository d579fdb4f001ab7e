import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { invalid, notFound } from '@almanac/errors';
import { requireMatch, type Unchecked, versionedAnswer } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import type { FileStore } from '@almanac/storage';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { AccessService } from '../../content/access/access.service';
import { ContentTree } from '../../content/content-tree/content-tree';
import { FILE_STORE } from '../../content/files/file-store.provider';
import { StoredFiles } from '../../content/files/stored-files';
import { checked } from '../../content/stored-rules';
import { contentOf, storedContent } from './attachment-content';
import { Attachment } from '../../content/items/attachment.entity';
import { presentAttachment, presentAttachmentDetail } from './attachment.presenter';
import type { CreateAttachmentDto, UpdateAttachmentDto } from './attachments.dto';
import { type AttachmentDetailRow, AttachmentsRepository } from './attachments.repository';

@Injectable()
export class AttachmentsService {
  constructor(
    private readonly database: Database,
    private readonly attachments: AttachmentsRepository,
    private readonly tree: ContentTree,
    private readonly access: AccessService,
    private readonly files: StoredFiles,
    @Inject(FILE_STORE) private readonly store: FileStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(query: ListQuery, actor: Actor) {
    return (await this.attachments.list(query, actor)).map(presentAttachment);
  }

  /** @throws Problem 404 */
  async find(id: number, actor: Actor): Promise<AttachmentDetailRow> {
    return (await this.attachments.find(id, actor)) ?? notFound('Attachment');
  }

  /** The record, and the attachment for streaming its `content`. A file never changes under its key, so the row determines the version. */
  async read(id: number, actor: Actor) {
    const attachment = await this.find(id, actor);
    return versionedAnswer(attachment, () => ({
      attachment,
      record: presentAttachmentDetail(attachment, this.settings.baseUrl),
    }));
  }

  async create(input: Unchecked<CreateAttachmentDto>, actor: Actor) {
    // A missing page is reported together with all other faults, and a hidden one is a 404 (content-behaviour §9).
    const dto = await checked(this.database, input);
    // The rules of the DTO leave only this error.
    const content = contentOf(dto) ?? invalid({ file: ['The file field is required when link is not present.'] });
    return this.database.transaction(async () => {
      await this.lockPages([dto.uploaded_to], actor);
      const attachment: Attachment = this.attachments.rows.create({
        name: dto.name,
        pageId: dto.uploaded_to,
        ...(await storedContent(content, this.files, this.store)),
        order: await this.attachments.nextOrder(dto.uploaded_to),
        createdBy: actor.id,
        updatedBy: actor.id,
      });
      await this.attachments.rows.insert(attachment);
      return this.presentSaved(attachment.id, actor);
    });
  }

  async update(id: number, input: Unchecked<UpdateAttachmentDto>, actor: Actor) {
    const dto = await checked(this.database, input);
    const content = contentOf(dto);
    return this.database.transaction(async () => {
      const before = await this.find(id, actor);
      const pageId = dto.uploaded_to ?? before.page_id;
      await this.lockPages([before.page_id, pageId], actor);
      this.access.requireAllOrOwn(actor, 'attachment-update', before.created_by);
      await requireMatch(() => this.locked(id, actor));
      const { external, path, extension } = content ? await storedContent(content, this.files, this.store) : before;
      const name = dto.name ?? content?.name ?? before.name;
      await this.attachments.rows.update(id, { name, pageId, external, path, extension, updatedBy: actor.id });
      if (content && !before.external) await this.files.removeAfterCommit(before.path);
      return this.presentSaved(id, actor);
    });
  }

  /**
   * Numbers the attachments of a page for those who may update the page.
   * @param ids the first ones, in their order; the others follow as they were
   */
  order(pageId: number, ids: readonly number[], actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      await this.lockPages([pageId], actor);
      const present = await this.attachments.rows.find({ where: { pageId }, order: { order: 'ASC', id: 'ASC' } });
      const named = new Map(ids.map((id, index) => [id, index]));
      const placeOf = ({ id }: Attachment) => named.get(id) ?? ids.length;
      const ordered = present.toSorted((a, b) => placeOf(a) - placeOf(b)).map(({ id }) => id);
      await this.database.query(
        `UPDATE attachments SET "order" = place.number FROM unnest($1::int[]) WITH ORDINALITY place (id, number)
         WHERE attachments.id = place.id AND "order" <> place.number`,
        [ordered],
      );
    });
  }

  remove(id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const attachment = await this.find(id, actor);
      this.access.requireAllOrOwn(actor, 'attachment-delete', attachment.created_by);
      await requireMatch(() => this.locked(id, actor));
      await this.attachments.rows.delete(id);
      if (!attachment.external) await this.files.removeAfterCommit(attachment.path);
    });
  }

  private async locked(id: number, actor: Actor) {
    await this.database.query('SELECT 1 FROM attachments WHERE id = $1 FOR UPDATE', [id]);
    return this.read(id, actor);
  }

  /** Locks pages before a change of their attachments. The fixed order prevents deadlocks of two moves between the same pages. */
  private async lockPages(ids: number[], actor: Actor): Promise<void> {
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
      await this.access.require(actor, 'update', 'page', await this.tree.lockPage(id, actor));
    }
  }

  /** The answer to a change has no content, and the version of the next read. */
  private async presentSaved(id: number, actor: Actor) {
    const attachment = await this.find(id, actor);
    return versionedAnswer(attachment, () => presentAttachment(attachment));
  }
}
