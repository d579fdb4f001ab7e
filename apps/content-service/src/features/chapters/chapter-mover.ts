import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { ActivityLog } from '../../content/activity/activity-log';
import { ContentTree } from '../../content/content-tree/content-tree';
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
    if (book_id === undefined && name === undefined) return;
    // No other transaction moves the chapter until the end of this one, so its current book stays the source of the move.
    if (book_id !== undefined)
      await this.database.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`chapter-move:${chapterId}`]);
    const [home] = await this.database.query<{ id: number; isRenamed: boolean | null }>(
      'SELECT book_id AS id, name <> $2 AS "isRenamed" FROM chapters WHERE id = $1',
      [chapterId, name],
    );
    const isMoved = book_id !== undefined && book_id !== home?.id;
    if (!home || !(isMoved || home.isRenamed)) return;
    // Always in the same order, so that two moves in opposite directions cannot deadlock.
    await this.database.query('SELECT 1 FROM books WHERE id IN ($1, $2) ORDER BY id FOR NO KEY UPDATE', [
      home.id,
      book_id ?? home.id,
    ]);
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
