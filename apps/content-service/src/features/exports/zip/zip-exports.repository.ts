import type { Actor } from '@almanac/auth';
import { Database, selectColumns, selectComputed, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../../content/access/access.service';
import { Image } from '../../../content/images/image.entity';
import type { Tag } from '../../../content/item-fields/tags';
import { Attachment } from '../../../content/items/attachment.entity';
import { Book } from '../../../content/items/book.entity';
import type { Page } from '../../../content/items/page.entity';
import type { ExportedItem } from '../formats/exported-item';
import type { ExportedAttachment, ExportedImage } from './zip-targets';

/** As JSON. */
export type ExportedTag = Pick<Tag, 'name' | 'value'>;

/** The book of an item, with the alias `book`. */
const BOOK_OF = {
  book: 'books book WHERE book.id = $1',
  chapter: 'chapters item JOIN books book ON book.id = item.book_id WHERE item.id = $1',
  page: 'pages item JOIN books book ON book.id = item.book_id WHERE item.id = $1',
};

const ATTACHMENTS = sql`SELECT ${selectColumns(Attachment, 'attachment', 'id', 'pageId', 'name', 'extension', 'external', 'path')}
  FROM attachments attachment WHERE page_id = ANY($1) ORDER BY page_id, "order", id`;
const IMAGE = selectColumns(Image, 'image', 'id', 'name', 'path', 'type');
const COVER = sql`SELECT ${selectColumns(Image, 'cover', 'path')}
  FROM books book JOIN images cover ON cover.id = book.image_id WHERE book.id = $1`;

/** Queries that only archives need. */
@Injectable()
export class ZipExportsRepository {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /** The slug of the book that contains the item, or of the item if it is a book. */
  async bookSlug({ type, id }: ExportedItem): Promise<string> {
    const [book] = await this.database.query(sql`SELECT ${selectColumns(Book, 'book', 'slug')} FROM ${BOOK_OF[type]}`, [
      id,
    ]);
    return book?.slug ?? '';
  }

  /** Attachments of pages in their order. */
  attachments(pageIds: readonly number[]): Promise<ExportedAttachment[]> {
    return this.database.query(ATTACHMENTS, [pageIds]);
  }

  /** Images at these paths that were uploaded to a page visible to the caller; `home` is that page. */
  async images(paths: readonly string[], actor: Actor): Promise<(ExportedImage & { home: number })[]> {
    if (paths.length === 0) return [];
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const statement = sql`SELECT ${IMAGE}, ${selectComputed<{ home: Page['id'] }>({ home: 'page.id' })} FROM images image JOIN pages page ON page.id = image.uploaded_to
      WHERE image.type IN ('gallery', 'drawio') AND image.path = ANY(${parameters.add(paths)}) AND ${visible} ORDER BY image.id`;
    return this.database.query(statement, parameters.values);
  }

  /** The file of a book's cover. */
  async cover(bookId: number): Promise<string | undefined> {
    return (await this.database.query(COVER, [bookId]))[0]?.path;
  }

  /** Tags by item, in their order. */
  async tags(type: ExportedItem['type'], ids: readonly number[]): Promise<Map<number, ExportedTag[]>> {
    if (ids.length === 0) return new Map();
    const columns = selectComputed<{ item: number; tags: ExportedTag[] }>({
      item: `${type}_id`,
      tags: `json_agg(json_build_object('name', name, 'value', value) ORDER BY id)`,
    });
    const rows = await this.database.query(
      sql`SELECT ${columns} FROM tags WHERE ${type}_id = ANY($1) GROUP BY ${type}_id`,
      [ids],
    );
    return new Map(rows.map(({ item, tags }) => [item, tags]));
  }
}
