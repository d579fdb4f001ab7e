import type { Actor } from '@almanac/auth';
import { Database, selectColumns, setColumns, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { ActivityLog } from '../../content/activity/activity-log';
import { ContentTree } from '../../content/content-tree/content-tree';
import { DefaultTemplates } from '../../content/content-tree/default-templates';
import { addressKeyOf, CrossReferences } from '../../content/cross-references/cross-references';
import { describe, NO_DESCRIPTION } from '../../content/item-fields/descriptions';
import { lockBooks } from '../../content/kinds/lock-books';
import type { Chapter } from '../../content/items/chapter.entity';
import { Page } from '../../content/items/page.entity';
import { SlugService } from '../../content/slugs/slug.service';
import type { ChapterDetail } from './chapter.presenter';
import type { CreateChapterDto, UpdateChapterDto } from './chapters.dto';
import { ChaptersRepository } from './chapters.repository';

/** Not a change of the page: it keeps its time. */
const RENAMING = `UPDATE pages SET ${setColumns(Page, { slug: '$2', slugRank: '$3' })} WHERE id = $1`;

/** Stores chapters, and moves them with all their pages into other books (content-behaviour §7.2). Call inside a transaction. */
@Injectable()
export class ChapterWriter {
  constructor(
    private readonly database: Database,
    private readonly chapters: ChaptersRepository,
    private readonly tree: ContentTree,
    private readonly slugs: SlugService,
    private readonly templates: DefaultTemplates,
    private readonly crossReferences: CrossReferences,
    private readonly activity: ActivityLog,
  ) {}

  /** @throws Problem 404 for a missing book, 403 without permission to create the chapter there */
  async create(dto: CreateChapterDto, actor: Actor): Promise<ChapterDetail> {
    const book = await this.tree.lockParentFor('chapter', dto, actor);
    const columns = {
      name: dto.name,
      ...(await this.tree.newPlace('chapter', dto, book, actor)),
      ...(describe(dto) ?? NO_DESCRIPTION),
      defaultTemplateId: await this.templates.resolve(dto.default_template_id, null, actor),
    };
    return this.chapters.insert(columns, dto.tags, actor);
  }

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
    const differing = 'SELECT FROM chapters WHERE id = $1 AND name <> $2';
    return (await this.database.query(differing, [chapterId, name])).length > 0;
  }

  /**
   * Changes a locked chapter. Requires `lockBooks` before.
   * @throws Problem 404 for a missing book, 403 without permission to delete the chapter or to create one in the target
   */
  async change(chapter: ChapterDetail, dto: UpdateChapterDto, actor: Actor): Promise<void> {
    const former = addressKeyOf(chapter);
    await this.moveIfRequested(chapter, dto.book_id, actor);
    const changes = {
      ...(await this.slugs.rename('chapter', chapter, dto.name, actor)),
      ...describe(dto),
      priority: dto.priority ?? chapter.priority,
      defaultTemplateId: await this.templates.resolve(dto.default_template_id, chapter.defaultTemplateId, actor),
    };
    await this.chapters.update(chapter, changes, dto.tags, actor);
    await this.crossReferences.follow(chapter, former, actor);
  }

  /** @param bookId the target; nothing happens if it is undefined or the chapter's own book */
  private async moveIfRequested(chapter: ChapterDetail, bookId: number | undefined, actor: Actor): Promise<void> {
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
    const clashing = await this.database.query(
      sql`SELECT ${selectColumns(Page, 'page', 'id', 'name')} FROM pages page WHERE page.chapter_id = $1 AND page.deleted_at IS NULL
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
      await this.database.query(RENAMING, [id, slug, slugRank]);
    }
  }
}
