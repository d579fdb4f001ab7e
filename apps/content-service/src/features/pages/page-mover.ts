import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { ActivityLog } from '../../content/activity/activity-log';
import { bookOf, chapterOf, ContentTree, type ParentIds } from '../../content/content-tree/content-tree';
import type { Page } from '../../content/items/page.entity';
import { SlugService } from '../../content/slugs/slug.service';
import { PagesRepository } from './pages.repository';
import { lockBooks } from '../../content/kinds/lock-books';

type Place = Pick<Page, 'bookId' | 'chapterId' | 'slug' | 'slugRank'>;

/** Moves pages between books and chapters, and renames them (content-behaviour §6.4, §6.9). */
@Injectable()
export class PageMover {
  constructor(
    private readonly database: Database,
    private readonly pages: PagesRepository,
    private readonly tree: ContentTree,
    private readonly slugs: SlugService,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * Locks the books and the chapter of a move or of a new name. Call it before the page is locked. Deletions and overrides lock parents before
   * pages, and another order can deadlock.
   */
  async lockParents(pageId: number, { book_id, chapter_id, name }: ParentIds & { name?: string }): Promise<void> {
    if (chapter_id === undefined && book_id === undefined) {
      if (name !== undefined) await this.pages.lockHome(pageId, name);
      return;
    }
    const target = chapter_id === undefined ? 'SELECT $2::int' : 'SELECT book_id FROM chapters WHERE id = $2';
    // Both books are parts of addresses, and are numbered when they are sorted.
    const books = `${target} UNION SELECT book_id FROM pages WHERE id = $1`;
    await lockBooks(this.database, books, [pageId, chapter_id ?? book_id]);
    if (chapter_id !== undefined)
      await this.database.query('SELECT 1 FROM chapters WHERE id = $1 FOR NO KEY UPDATE', [chapter_id]);
  }

  /**
   * The columns to store for the requested parent and name; with `bookId` only when the page moves. After a move was stored, call
   * `ContentTree.inheritScope`.
   * @throws Problem 404 for a missing target, 403 without permission to delete the page here or to create it there
   */
  async newAddress(page: Page, asked: ParentIds & { name?: string }, actor: Actor): Promise<Partial<Page>> {
    const place = await this.newPlace(page, asked, actor);
    const { id, name, bookId, slug, slugRank } = page;
    const addressed = { id, name, bookId, slug, slugRank, ...place };
    return { ...place, ...(await this.slugs.rename('page', addressed, asked.name, actor)) };
  }

  private async newPlace(page: Page, asked: ParentIds, actor: Actor): Promise<Place | undefined> {
    if (asked.book_id === undefined && asked.chapter_id === undefined) return undefined;
    const parent = await this.tree.lockParent(asked, actor);
    const [bookId, chapterId] = [bookOf(parent), chapterOf(parent)];
    if (bookId === page.bookId && chapterId === page.chapterId) return undefined;
    await this.tree.requireMove('page', page, parent, actor);
    // In another chapter of its book the page keeps its slug if its name still leads to it.
    const own = bookId === page.bookId ? { id: page.id, kept: page } : { id: page.id };
    const slug = await this.slugs.ofItem(page.name, { type: 'page', bookId }, actor, own);
    await this.activity.item('page_move', 'page', page, actor);
    return { bookId, chapterId, ...slug };
  }
}
