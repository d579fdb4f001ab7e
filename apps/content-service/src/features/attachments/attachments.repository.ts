import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import {
  boolean,
  defineListing,
  fetchListing,
  integer,
  type ListBatch,
  type ListQuery,
  Parameters,
  text,
  timestamp,
} from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AccessService } from '../../content/access/access.service';
import { Attachment } from '../../content/items/attachment.entity';
import { userJson } from '../../content/kinds/item-sql';
import type { AttachmentDetailRow, AttachmentListRow } from './attachment.presenter';

export const attachmentListing = defineListing({
  id: integer('attachment.id'),
  name: text('attachment.name'),
  extension: text('attachment.extension'),
  uploaded_to: integer('attachment.page_id'),
  external: boolean('attachment.external'),
  order: integer('attachment."order"'),
  created_at: timestamp('attachment.created_at'),
  updated_at: timestamp('attachment.updated_at'),
  created_by: integer('attachment.created_by'),
  updated_by: integer('attachment.updated_by'),
});

const ATTACHMENTS = 'attachments attachment JOIN pages page ON page.id = attachment.page_id';
const LIST_COLUMNS = `attachment.id, attachment.name, attachment.extension, attachment.page_id, attachment.external, attachment."order",
  attachment.created_at, attachment.updated_at, attachment.created_by, attachment.updated_by`;

/** Queries for attachments. Callers who can see a page can see its attachments. */
@Injectable()
export class AttachmentsRepository {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
    @InjectRepository(Attachment) readonly rows: Repository<Attachment>,
  ) {}

  async list(query: ListQuery, actor: Actor): Promise<ListBatch<AttachmentListRow>> {
    const view = await this.access.view(actor);
    const where = (parameters: Parameters) => view.visible('page', 'page', parameters);
    return fetchListing(this.database, attachmentListing, query, { select: LIST_COLUMNS, from: ATTACHMENTS, where });
  }

  /** Takes no lock: code that changes an attachment locks its page. */
  async find(id: number, actor: Actor): Promise<AttachmentDetailRow | undefined> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const people = `${userJson('attachment.created_by')} AS creator, ${userJson('attachment.updated_by')} AS updater`;
    const sql = `SELECT ${LIST_COLUMNS}, attachment.path, ${people} FROM ${ATTACHMENTS}
      WHERE ${visible} AND attachment.id = ${parameters.add(id)}`;
    const [row] = await this.database.query<AttachmentDetailRow>(sql, parameters.values);
    return row;
  }

  /** Whether the page exists, even if it is hidden or in the recycle bin. */
  async nextOrder(pageId: number): Promise<number> {
    const sql = 'SELECT coalesce(max("order"), 0) + 1 AS next FROM attachments WHERE page_id = $1';
    const [row] = await this.database.query<{ next: number }>(sql, [pageId]);
    return row?.next ?? 1;
  }
}
