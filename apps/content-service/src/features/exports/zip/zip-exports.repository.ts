import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../../content/access/access.service';
import type { ExportedItem } from '../formats/exported-item';
import type { ExportedAttachment, ExportedImage } from './zip-targets';

export interface ExportedTag {
  name: string;
  value: string;
}

const BOOK_SLUG = {
  book: 'SELECT slug FROM books WHERE id = $1',
  chapter: 'SELECT book.slug FROM chapters item JOIN books book ON book.id = item.book_id WHERE item.id = $1',
  page: 'SELECT book.slug FROM pages item JOIN books book ON book.id = item.book_id WHERE item.id = $1',
};

/** Queries that only archives need. */
@Injectable()
export class ZipExportsRepository {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /** The slug of the book that contains the item, or of the item if it is a book. */
  async bookSlug({ type, id }: ExportedItem): Promise<string> {
    const [book] = await this.database.query<{ slug: string }>(BOOK_SLUG[type], [id]);
    return book?.slug ?? '';
  }

  /** Attachments of pages in their order. */
  attachments(pageIds: readonly number[]): Promise<ExportedAttachment[]> {
    const sql =
      'SELECT id, page_id, name, extension, external, path FROM attachments WHERE page_id = ANY($1) ORDER BY page_id, "order", id';
    return this.database.query(sql, [pageIds]);
  }

  /** Images at these paths that were uploaded to a page visible to the caller; `home` is that page. */
  async images(paths: readonly string[], actor: Actor): Promise<(ExportedImage & { home: number })[]> {
    if (paths.length === 0) return [];
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const sql = `SELECT image.id, image.name, image.path, image.type, page.id AS home FROM images image JOIN pages page ON page.id = image.uploaded_to
      WHERE image.type IN ('gallery', 'drawio') AND image.path = ANY(${parameters.add(paths)}) AND ${visible} ORDER BY image.id`;
    return this.database.query(sql, parameters.values);
  }

  /** The file of a book's cover. */
  async cover(bookId: number): Promise<string | undefined> {
    const sql = 'SELECT cover.path FROM books book JOIN images cover ON cover.id = book.image_id WHERE book.id = $1';
    return (await this.database.query<{ path: string }>(sql, [bookId]))[0]?.path;
  }

  /** Tags by item, in their order. */
  async tags(type: ExportedItem['type'], ids: readonly number[]): Promise<Map<number, ExportedTag[]>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<{ item: number; tags: ExportedTag[] }>(
      `SELECT ${type}_id AS item, json_agg(json_build_object('name', name, 'value', value) ORDER BY id) AS tags
       FROM tags WHERE ${type}_id = ANY($1) GROUP BY ${type}_id`,
      [ids],
    );
    return new Map(rows.map(({ item, tags }) => [item, tags]));
  }
}
