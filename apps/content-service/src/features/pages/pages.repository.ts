import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { fetchListing, type ListPage, type ListQuery, Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../content/access/access.service';
import { PAGE_COMMENTS_COLUMN } from '../../content/comments/page-comments';
import { itemColumns, peopleColumns, tagsColumn } from '../../content/items/item-sql';
import { PAGE_LIST_COLUMNS, type PageListRow } from '../../content/content-tree/page-in-list';
import { Page, PageContent } from '../../content/items/page.entity';
import type { PageDetailRow } from './page.presenter';
import { pageListing } from './pages.listing';

/** Queries for pages. */
@Injectable()
export class PagesRepository {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /** The page without its body; the row is locked. */
  async find(id: number, actor: Actor): Promise<Page | null> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const sql = `SELECT page.id FROM pages page WHERE ${visible} AND page.id = ${parameters.add(id)} FOR UPDATE`;
    const [row] = await this.database.query<{ id: number }>(sql, parameters.values);
    return row ? this.database.of(Page).findOneBy({ id: row.id }) : null;
  }

  contentOf(pageId: number): Promise<PageContent> {
    return this.database.of(PageContent).findOneByOrFail({ pageId });
  }

  async list(query: ListQuery, actor: Actor): Promise<ListPage<PageListRow>> {
    const view = await this.access.view(actor);
    return fetchListing(this.database, pageListing, query, {
      select: PAGE_LIST_COLUMNS,
      from: 'pages page JOIN books book ON book.id = page.book_id',
      countFrom: 'pages page',
      where: (parameters) => view.visible('page', 'page', parameters),
    });
  }

  /** All data of a page read, in one query. */
  async detail(id: number, actor: Actor): Promise<PageDetailRow | undefined> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const sql = `SELECT ${itemColumns('page')}, page.book_id, page.chapter_id, page.priority, page.draft, page.template, page.revision_count,
        page.editor, content.html, content.markdown, ${peopleColumns('page')}, ${tagsColumn('page_id', 'page')}, ${PAGE_COMMENTS_COLUMN}
      FROM pages page JOIN page_contents content ON content.page_id = page.id WHERE ${visible} AND page.id = ${parameters.add(id)}`;
    const [row] = await this.database.query<PageDetailRow>(sql, parameters.values);
    return row;
  }
}
