import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { fetchListing, type ListPage, type ListQuery, Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../content/access/access.service';
import { itemColumns, peopleColumns, tagsColumn } from '../../content/items/item-sql';
import { PAGE_LIST_COLUMNS, type PageListRow } from '../../content/content-tree/page-in-list';
import { Chapter } from '../../content/items/chapter.entity';
import type { ChapterDetailRow, ChapterListRow } from './chapter.presenter';
import { chapterListing } from './chapters.listing';

const LIST_COLUMNS = `${itemColumns('chapter')}, chapter.book_id, chapter.description, chapter.priority, book.slug AS book_slug`;

/** Queries for chapters. */
@Injectable()
export class ChaptersRepository {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /** Loads a chapter for a change and locks its row, so that concurrent changes run one after the other. */
  async find(id: number, actor: Actor): Promise<Chapter | null> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'chapter', 'chapter', parameters);
    const sql = `SELECT chapter.id FROM chapters chapter WHERE ${visible} AND chapter.id = ${parameters.add(id)} FOR NO KEY UPDATE`;
    const [row] = await this.database.query<{ id: number }>(sql, parameters.values);
    return row ? this.database.of(Chapter).findOneBy({ id: row.id }) : null;
  }

  async list(query: ListQuery, actor: Actor): Promise<ListPage<ChapterListRow>> {
    const view = await this.access.view(actor);
    return fetchListing(this.database, chapterListing, query, {
      select: LIST_COLUMNS,
      from: 'chapters chapter JOIN books book ON book.id = chapter.book_id',
      countFrom: 'chapters chapter',
      where: (parameters) => view.visible('chapter', 'chapter', parameters),
    });
  }

  async detail(id: number, actor: Actor): Promise<ChapterDetailRow | undefined> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'chapter', 'chapter', parameters);
    const sql = `SELECT ${LIST_COLUMNS}, chapter.description_html, chapter.default_template_id,
        ${peopleColumns('chapter')}, ${tagsColumn('chapter_id', 'chapter')}
      FROM chapters chapter JOIN books book ON book.id = chapter.book_id WHERE ${visible} AND chapter.id = ${parameters.add(id)}`;
    const [row] = await this.database.query<ChapterDetailRow>(sql, parameters.values);
    return row;
  }

  /** The chapter's pages that the caller can see, drafts first, then by priority. */
  async pagesOf(id: number, actor: Actor): Promise<PageListRow[]> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const sql = `SELECT ${PAGE_LIST_COLUMNS} FROM pages page JOIN books book ON book.id = page.book_id
      WHERE ${visible} AND page.chapter_id = ${parameters.add(id)} ORDER BY page.draft DESC, page.priority, page.id`;
    return this.database.query<PageListRow>(sql, parameters.values);
  }
}
