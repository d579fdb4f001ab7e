import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../domain/access/access.service';
import { PermissionScopes } from '../../domain/access/permission-scopes';
import { ActivityLog } from '../../domain/activity/activity-log';
import { Parents } from '../../domain/content-tree/parents';
import { Placement } from '../../domain/content-tree/placement';
import { SlugService } from '../../domain/slugs/slug.service';
import { Chapter } from './chapter.entity';

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
   * Holds the two books of a move. To be done before the chapter itself is locked: deletions and overrides go from books to chapters, and two
   * who lock the same rows in different orders wait for each other for ever.
   */
  async lockBooks(chapterId: number, bookId: number | undefined): Promise<void> {
    if (bookId === undefined) return;
    // Nobody else moves the chapter until we are done, so the book that it is in now is the one that it leaves.
    await this.database.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`chapter-move:${chapterId}`]);
    const [home] = await this.database.query<{ id: number }>('SELECT book_id AS id FROM chapters WHERE id = $1', [chapterId]);
    if (!home || home.id === bookId) return;
    // In one order, so that two moves in opposite directions do not wait for each other either.
    for (const id of [home.id, bookId].sort((a, b) => a - b)) await this.placement.lockBook(id);
  }

  /**
   * Needs `lockBooks`.
   * @param bookId where to; nothing happens when it is undefined or the chapter's own book
   * @throws Problem 404 for a missing book, 403 without the right to take the chapter away or to put it there
   */
  async moveIfAsked(chapter: Chapter, bookId: number | undefined, actor: Actor): Promise<void> {
    if (bookId === undefined || bookId === chapter.bookId) return;
    const book = await this.parents.book(bookId, actor);
    await this.access.require(actor, 'delete', 'chapter', chapter);
    await this.access.require(actor, 'create', 'chapter', book);

    await this.renameClashingPages(chapter, bookId, actor);
    const slug = await this.slugs.ofItem(chapter.name, { type: 'chapter', bookId }, actor, chapter.id);
    // The pages follow by their key.
    await this.database.of(Chapter).update(chapter.id, { bookId, ...slug });
    await this.scopes.repoint('chapter', chapter.id);
    Object.assign(chapter, { bookId, ...slug });
    await this.activity.about('chapter_move', 'chapter', chapter, actor);
  }

  /** Pages get their new slugs while they are in the old book, so that both books must have room for them. */
  private async renameClashingPages(chapter: Chapter, bookId: number, actor: Actor): Promise<void> {
    const clashing = await this.database.query<{ id: number; name: string }>(
      `SELECT page.id, page.name FROM pages page WHERE page.chapter_id = $1 AND page.deleted_at IS NULL
        AND EXISTS (SELECT 1 FROM pages other WHERE other.book_id = $2 AND other.slug = page.slug AND other.deleted_at IS NULL)`,
      [chapter.id, bookId],
    );
    for (const { id, name } of clashing) {
      const { slug, slugRank } = await this.slugs.ofItem(name, { type: 'page', bookId, leaving: chapter.bookId }, actor, id);
      await this.database.query('UPDATE pages SET slug = $2, slug_rank = $3 WHERE id = $1', [id, slug, slugRank]);
    }
  }
}
