import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { ActivityLog } from '../../content/activity/activity-log';
import { ContentTree } from '../../content/content-tree/content-tree';
import { lockBooks } from '../../content/kinds/lock-books';
import type { Chapter } from '../../content/items/chapter.entity';
import { SlugService } from '../../content/slugs/slug.service';
import type { ChapterDetail } from './chapter.presenter';
import { ChaptersRepository } from './chapters.repository';

/** Moves a chapter with all its pages into another book (content-behaviour §7.2). Call inside a transaction. */
@Injectable()
export class ChapterMover {
  constructor(
    private readonly database: Database,
    private readonly chapters: ChaptersRepository,
    private readonly tree: ContentTree,
    private readonly slugs: SlugService,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * Locks the books of a move or of a new name: their slugs are parts of the address, and must not change at the same time. Call it before the
   * chapter itself is locked. Deletions and overrides lock books before chapters, and transactions that lock the same rows in different orders
   * deadlock.
   */
  async lockBooks(chapterId: number, { book_id, name }: { book_id?: number; name?: string }): Promise<void> {
    if (book_id === undefined && !(name !== undefined && (await this.isNewName(chapterId, name)))) return;
    const books = 'SELECT book_id FROM chapters WHERE id = $1 UNION SELECT $2::int';
    await lockBooks(this.database, books, [chapterId, book_id]);
  }

  private async isNewName(chapterId: number, name: string): Promise<boolean> {
    const sql = 'SELECT FROM chapters WHERE id = $1 AND name <> $2';
    return (await this.database.query(sql, [chapterId, name])).length > 0;
  }

  /**
   * Requires `lockBooks` before.
   * @param bookId the target; nothing happens if it is undefined or the chapter's own book
   * @throws Problem 404 for a missing book, 403 without permission to delete the chapter or to create one in the target
   */
  async moveIfAsked(chapter: ChapterDetail, bookId: number | undefined, actor: Actor): Promise<void> {
    if (bookId === undefined || bookId === chapter.bookId) return;
    const book = await this.tree.lockBook(bookId, actor);
    await this.tree.requireMove('chapter', chapter, book, actor);

    await this.renameClashingPages(chapter, bookId, actor);
    const slug = await this.slugs.ofItem(chapter.name, { type: 'chapter', bookId }, actor, chapter);
    // The foreign key of its pages cascades the new book to them.
    await this.chapters.update(chapter, { bookId, ...slug }, undefined, actor);
    await this.tree.inheritScope('chapter', chapter, actor);
    await this.activity.item('chapter_move', 'chapter', chapter, actor);
  }

  /** Pages get their new slugs while they are still in the old book, so the slugs must be free in both books. */
  private async renameClashingPages(chapter: Chapter, bookId: number, actor: Actor): Promise<void> {
    const clashing = await this.database.query<{ id: number; name: string }>(
      `SELECT page.id, page.name FROM pages page WHERE page.chapter_id = $1 AND page.deleted_at IS NULL
        AND EXISTS (SELECT 1 FROM pages other WHERE other.book_id = $2 AND other.slug = page.slug AND other.deleted_at IS NULL)`,
      [chapter.id, bookId],
    );
    for (const { id, name } of clashing) {
      const { slug, slugRank } = await this.slugs.ofItem(
        name,
        { type: 'page', bookId, leaving: chapter.bookId },
        actor,
        { id },
      );
      await this.database.query('UPDATE pages SET slug = $2, slug_rank = $3 WHERE id = $1', [id, slug, slugRank]);
    }
  }
}
