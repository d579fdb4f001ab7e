import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../content/access/access.service';
import { PermissionScopes } from '../../content/access/permission-scopes';
import { ActivityLog } from '../../content/activity/activity-log';
import { Parents } from '../../content/content-tree/parents';
import { Placement } from '../../content/content-tree/placement';
import { SlugService } from '../../content/slugs/slug.service';
import { Chapter } from '../../content/items/chapter.entity';

/** Moves a chapter with all its pages into another book (content-behaviour §7.2). Call inside a transaction. */
@Injectable()
export class ChapterMover {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
    private readonly scopes: PermissionScopes,
    private readonly parents: Parents,
    private readonly placement: Placement,
    private readonly slugs: SlugService,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * Locks the two books of a move. Call it before the chapter itself is locked: deletions and overrides lock books before chapters, and
   * transactions that lock the same rows in different orders deadlock.
   */
  async lockBooks(chapterId: number, bookId: number | undefined): Promise<void> {
    if (bookId === undefined) return;
    // No other transaction moves the chapter until the end of this one, so its current book stays the source of the move.
    await this.database.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`chapter-move:${chapterId}`]);
    const [home] = await this.database.query<{ id: number }>('SELECT book_id AS id FROM chapters WHERE id = $1', [
      chapterId,
    ]);
    if (!home || home.id === bookId) return;
    // Always in the same order, so that two moves in opposite directions cannot deadlock.
    for (const id of [home.id, bookId].sort((a, b) => a - b)) await this.placement.lockBook(id);
  }

  /**
   * Requires `lockBooks` before.
   * @param bookId the target; nothing happens if it is undefined or the chapter's own book
   * @throws Problem 404 for a missing book, 403 without permission to delete the chapter or to create one in the target
   */
  async moveIfAsked(chapter: Chapter, bookId: number | undefined, actor: Actor): Promise<void> {
    if (bookId === undefined || bookId === chapter.bookId) return;
    const book = await this.parents.book(bookId, actor);
    await this.access.require(actor, 'delete', 'chapter', chapter);
    await this.access.require(actor, 'create', 'chapter', book);

    await this.renameClashingPages(chapter, bookId, actor);
    const slug = await this.slugs.ofItem(chapter.name, { type: 'chapter', bookId }, actor, chapter.id);
    // The foreign key of its pages cascades the new book to them.
    await this.database.of(Chapter).update(chapter.id, { bookId, ...slug });
    await this.scopes.repoint('chapter', chapter.id);
    Object.assign(chapter, { bookId, ...slug });
    await this.activity.about('chapter_move', 'chapter', chapter, actor);
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
        id,
      );
      await this.database.query('UPDATE pages SET slug = $2, slug_rank = $3 WHERE id = $1', [id, slug, slugRank]);
    }
  }
}
