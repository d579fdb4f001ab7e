import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AccessService } from '../../content/access/access.service';
import { PAGE_COMMENTS_COLUMN } from '../../content/comments/comment.presenter';
import type { ItemDetail, ItemReads } from '../../content/items/item.repository';
import { type PageInList, pageListing } from '../../content/items/page-in-list';
import { Page } from '../../content/items/page.entity';
import { lockBooks } from '../../content/kinds/lock-books';
import type { SortedItem } from '../../content/sorting/book-order';
import { SortedItemRepository } from '../../content/sorting/sorted-item.repository';
import type { PageDetail } from './page.presenter';

@Injectable()
export class PagesRepository extends SortedItemRepository<Page, PageInList, ItemDetail<Page> & SortedItem, PageDetail> {
  constructor(database: Database, access: AccessService, @InjectRepository(Page) pages: Repository<Page>) {
    const list: ItemReads['list'] = {
      columns: 'book.slug AS "bookSlug"',
      join: 'JOIN books book ON book.id = page.book_id',
    };
    const joined = {
      columns: `content.html, content.markdown, content.text, ${PAGE_COMMENTS_COLUMN}`,
      join: 'JOIN page_contents content ON content.page_id = page.id',
    };
    super('page', { listing: pageListing, list, joined }, database, access, pages);
  }

  /**
   * Locks the book of a page whose address may change: the slug of the book is a part of it, and must not change at the same time. Call it
   * before the page is locked.
   * @param newName nothing is locked if the page has this name already
   */
  async lockHome(id: number, newName?: string): Promise<void> {
    const sql = 'SELECT FROM pages WHERE id = $1 AND name IS DISTINCT FROM $2';
    const isNeeded = (await this.database.query(sql, [id, newName])).length > 0;
    if (isNeeded) await lockBooks(this.database, 'SELECT book_id FROM pages WHERE id = $1', [id]);
  }
}
