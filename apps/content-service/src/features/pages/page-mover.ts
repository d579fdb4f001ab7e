import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../content/access/access.service';
import { ActivityLog } from '../../content/activity/activity-log';
import { type ParentBook, Parents } from '../../content/content-tree/parents';
import { SlugService } from '../../content/slugs/slug.service';
import type { Page } from '../../content/items/page.entity';

/** Target of a move: a chapter in its book, or a book alone. */
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
   * Locks the requested parent. Call it before the page is locked: deletions and overrides lock parents before pages, and another order can
   * deadlock.
   */
  async lockTarget({ book_id, chapter_id }: { book_id?: number; chapter_id?: number }): Promise<void> {
    if (chapter_id !== undefined)
      await this.database.query('SELECT 1 FROM chapters WHERE id = $1 FOR NO KEY UPDATE', [chapter_id]);
    else if (book_id !== undefined)
      await this.database.query('SELECT 1 FROM books WHERE id = $1 FOR NO KEY UPDATE', [book_id]);
  }

  /**
   * Changes book, chapter and slug of the page object when another parent is requested; the caller saves it and then re-points its
   * permission scope.
   * @throws Problem 404 for a missing target, 403 without permission to delete the page here or to create it there
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
  private async target(
    { book_id, chapter_id }: { book_id?: number; chapter_id?: number },
    actor: Actor,
  ): Promise<Target | undefined> {
    if (chapter_id !== undefined) {
      const parent = await this.parents.chapter(chapter_id, actor);
      return { bookId: parent.bookId, chapterId: parent.id, parent };
    }
    if (book_id === undefined) return undefined;
    const parent = await this.parents.book(book_id, actor);
    return { bookId: parent.id, chapterId: null, parent };
  }
}
