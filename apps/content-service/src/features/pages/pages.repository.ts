import { Database, selectColumns, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AccessService } from '../../content/access/access.service';
import { PAGE_COMMENTS_COLUMN } from '../../content/comments/comment.presenter';
import { type ItemDetail, itemColumns } from '../../content/items/item.repository';
import { PAGE_IN_LIST, type PageInList, pageListing } from '../../content/items/page-in-list';
import { Page, PageContent } from '../../content/items/page.entity';
import { lockBooks } from '../../content/kinds/lock-books';
import { type SortedItem, sortedByColumn } from '../../content/sorting/book-order';
import { SortedItemRepository } from '../../content/sorting/sorted-item.repository';
import type { PageDetail } from './page.presenter';

const pageColumns = (alias: string) => sql`${itemColumns(Page, 'page', alias)}, ${sortedByColumn(alias)}`;
const DETAIL = sql`${pageColumns('page')},
  ${selectColumns(PageContent, 'content', 'html', 'markdown', 'text')}, ${PAGE_COMMENTS_COLUMN}`;

@Injectable()
export class PagesRepository extends SortedItemRepository<Page, PageInList, ItemDetail<Page> & SortedItem, PageDetail> {
  constructor(database: Database, access: AccessService, @InjectRepository(Page) pages: Repository<Page>) {
    const reads = {
      listing: pageListing,
      list: { columns: PAGE_IN_LIST, join: 'JOIN books book ON book.id = page.book_id' },
      detail: { columns: DETAIL, join: 'JOIN page_contents content ON content.page_id = page.id' },
      written: pageColumns('pages'),
    };
    super('page', reads, database, access, pages);
  }

  /**
   * Locks the book of a page whose address may change: the slug of the book is a part of it, and must not change at the same time. Call it
   * before the page is locked.
   * @param newName nothing is locked if the page has this name already
   */
  async lockHome(id: number, newName?: string): Promise<void> {
    const differing = 'SELECT FROM pages WHERE id = $1 AND name IS DISTINCT FROM $2';
    const isNeeded = (await this.database.query(differing, [id, newName])).length > 0;
    if (isNeeded) await lockBooks(this.database, 'SELECT book_id FROM pages WHERE id = $1', [id]);
  }
}
