import type { Actor } from '@almanac/auth';
import { Database, type RowOf, selectComputed, selectSnakeColumns, sql } from '@almanac/database';
import {
  boolean,
  defineListing,
  fetchListing,
  integer,
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
import type { ItemPeople } from '../../content/kinds/presentation';

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
const LIST_COLUMNS = selectSnakeColumns(
  Attachment,
  'attachment',
  'id',
  'name',
  'extension',
  'pageId',
  'external',
  'order',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
);
const PEOPLE = selectComputed<Pick<ItemPeople, 'creator' | 'updater'>>({
  creator: userJson('attachment.created_by'),
  updater: userJson('attachment.updated_by'),
});
const DETAIL_COLUMNS = sql`${LIST_COLUMNS}, ${selectSnakeColumns(Attachment, 'attachment', 'path')}, ${PEOPLE}`;

/** An attachment as lists show it. */
export type AttachmentListRow = RowOf<typeof LIST_COLUMNS>;
export type AttachmentDetailRow = RowOf<typeof DETAIL_COLUMNS>;

/** Queries for attachments. Callers who can see a page can see its attachments. */
@Injectable()
export class AttachmentsRepository {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
    @InjectRepository(Attachment) readonly rows: Repository<Attachment>,
  ) {}

  async list(query: ListQuery, actor: Actor) {
    const view = await this.access.view(actor);
    const where = (parameters: Parameters) => view.visible('page', 'page', parameters);
    return fetchListing(this.database, attachmentListing, query, { select: LIST_COLUMNS, from: ATTACHMENTS, where });
  }

  /** Takes no lock: code that changes an attachment locks its page. */
  async find(id: number, actor: Actor): Promise<AttachmentDetailRow | undefined> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const [row] = await this.database.query(
      sql`SELECT ${DETAIL_COLUMNS} FROM ${ATTACHMENTS} WHERE ${visible} AND attachment.id = ${parameters.add(id)}`,
      parameters.values,
    );
    return row;
  }

  /** The position of a new attachment of the page, which must be locked. */
  async nextOrder(pageId: number): Promise<number> {
    return ((await this.rows.maximum('order', { pageId })) ?? 0) + 1;
  }
}
