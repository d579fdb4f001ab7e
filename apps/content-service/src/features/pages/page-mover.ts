import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../domain/access/access.service';
import { ActivityLog } from '../../domain/activity/activity-log';
import { type ParentBook, Parents } from '../../domain/content-tree/parents';
import { SlugService } from '../../domain/slugs/slug.service';
import type { Page } from './page.entity';

/** Where a page is to go: a chapter, which has a book of its own, or directly into a book. */
interface Target {
  bookId: number;
  chapterId: number | null;
  parent: ParentBook;
}

/** Moves pages between books and chapters (content-behaviour §6.4). */
@Injectable()
export class PageMover {
  constructor(
    private readonly database: Database,
    private readonly parents: Parents,
    private readonly access: AccessService,
    private readonly slugs: SlugService,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * Holds the parent that is asked for as it is. To be done before the page itself is locked: deletions and overrides go from parents to
   * pages, and two who lock the same rows in different orders wait for each other for ever.
   */
  async lockTarget({ book_id, chapter_id }: { book_id?: number; chapter_id?: number }): Promise<void> {
    if (chapter_id !== undefined) await this.database.query('SELECT 1 FROM chapters WHERE id = $1 FOR NO KEY UPDATE', [chapter_id]);
    else if (book_id !== undefined) await this.database.query('SELECT 1 FROM books WHERE id = $1 FOR NO KEY UPDATE', [book_id]);
  }

  /**
   * Changes book, chapter and slug of the page object when another parent is asked for; the caller saves it
   * and then re-points its permission scope.
   * @throws Problem 404 for a missing target, 403 without the right to take the page away or to put it there
   */
  async moveIfAsked(page: Page, asked: { book_id?: number; chapter_id?: number }, actor: Actor): Promise<boolean> {
    const target = await this.target(asked, actor);
    if (!target || (target.chapterId === page.chapterId && target.bookId === page.bookId)) return false;
    await this.access.require(actor, 'delete', 'page', page);
    await this.access.require(actor, 'create', 'page', target.parent);
    page.bookId = target.bookId;
    page.chapterId = target.chapterId;
    Object.assign(page, await this.slugs.ofItem(page.name, { type: 'page', bookId: target.bookId }, actor, page.id));
    await this.activity.about('page_move', 'page', page, actor);
    return true;
  }

  /** The chapter wins when both are given; the book then comes from it. */
  private async target({ book_id, chapter_id }: { book_id?: number; chapter_id?: number }, actor: Actor): Promise<Target | undefined> {
    if (chapter_id !== undefined) {
      const parent = await this.parents.chapter(chapter_id, actor);
      return { bookId: parent.bookId, chapterId: parent.id, parent };
    }
    if (book_id === undefined) return undefined;
    const parent = await this.parents.book(book_id, actor);
    return { bookId: parent.id, chapterId: null, parent };
  }
}
