import { Database } from '@almanac/database';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import type { PageBody } from '../../text/page/prepare-page-content';
import type { Page } from '../items/page.entity';

/** The largest number of surplus revisions deleted per save, so that saves stay fast after the limit was lowered. */
const MAX_PRUNED = 10;

/** Stores a revision of a page after each save. */
@Injectable()
export class PageRevisions {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Stores the page as it is now, under its revision count, and drops the oldest revisions beyond the limit. */
  async store(page: Page, content: PageBody, summary: string | null, author: { id: number | null }): Promise<void> {
    await this.database.query(
      `INSERT INTO page_revisions (page_id, revision_number, name, slug, book_slug, html, markdown, text, summary, created_by)
       SELECT $1, $2, $3, $4, book.slug, $5, $6, $7, $8, $9 FROM books book WHERE book.id = $10`,
      [
        page.id,
        page.revisionCount,
        page.name,
        page.slug,
        content.html,
        content.markdown,
        content.text,
        summary,
        author.id,
        page.bookId,
      ],
    );
    if (this.settings.revisionLimit === undefined) return;
    await this.database.query(
      `DELETE FROM page_revisions WHERE id IN (
         SELECT id FROM page_revisions WHERE page_id = $1 ORDER BY revision_number DESC OFFSET $2 LIMIT $3)`,
      [page.id, this.settings.revisionLimit, MAX_PRUNED],
    );
  }
}
