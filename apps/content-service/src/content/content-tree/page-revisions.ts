import { Database } from '@almanac/database';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import type { PageBody } from '../../text/page/prepare-page-content';
import type { RowsOfItem } from '../items/item.repository';
import type { Page } from '../items/page.entity';

/** The largest number of surplus revisions deleted per save, so that saves stay fast after the limit was lowered. */
const MAX_PRUNED = 10;

const COLUMNS = 'page_id, revision_number, name, slug, book_slug, html, markdown, text, summary, created_by';

/** The parameters are those of the revision. */
const STORE_BODY = `WITH body AS (
    INSERT INTO page_contents (page_id, html, markdown, text) VALUES ($1, $5, $6, $7)
    ON CONFLICT (page_id) DO UPDATE SET html = excluded.html, markdown = excluded.markdown, text = excluded.text
  )`;

/** Stores a revision of a page after each save. */
@Injectable()
export class PageRevisions {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The body and the first revision of a new page, for the statement that inserts it. */
  first(body: PageBody, summary: string | null, author: { id: number | null }): RowsOfItem {
    const storing = ({ html, markdown, text }: PageBody) =>
      `INSERT INTO page_contents (page_id, html, markdown, text) SELECT id, ${html}, ${markdown}, ${text} FROM item`;
    return rowsOf(body, summary, author, storing);
  }

  /** A new body of a stored page and its revision, for the statement that changes the page, so that the text is sent once. */
  next(body: PageBody, summary: string | null, author: { id: number | null }): RowsOfItem {
    const storing = ({ html, markdown, text }: PageBody) =>
      `UPDATE page_contents SET html = ${html}, markdown = ${markdown}, text = ${text} FROM item WHERE page_id = item.id`;
    return rowsOf(body, summary, author, storing);
  }

  /** Stores the body of a page and its revision by one statement, so that the text is sent once. */
  async storeWithBody(
    page: Page,
    body: PageBody,
    summary: string | null,
    author: { id: number | null },
  ): Promise<void> {
    await this.insert(page, body, summary, author, STORE_BODY);
  }

  /** Stores the page as it is now, under its revision count, and drops the oldest revisions beyond the limit. */
  store(page: Page, content: PageBody, summary: string | null, author: { id: number | null }): Promise<void> {
    return this.insert(page, content, summary, author, '');
  }

  private async insert(
    page: Page,
    content: PageBody,
    summary: string | null,
    author: { id: number | null },
    before: string,
  ): Promise<void> {
    await this.database.query(
      `${before} INSERT INTO page_revisions (${COLUMNS})
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
    await this.prune(page);
  }

  /** Drops the oldest revisions beyond the limit. */
  async prune(page: Page): Promise<void> {
    const { revisionLimit } = this.settings;
    // A page has at most as many revisions as saves.
    if (revisionLimit === undefined || page.revisionCount <= revisionLimit) return;
    await this.database.query(
      `DELETE FROM page_revisions WHERE id IN (
         SELECT id FROM page_revisions WHERE page_id = $1 ORDER BY revision_number DESC OFFSET $2 LIMIT $3)`,
      [page.id, revisionLimit, MAX_PRUNED],
    );
  }
}

/** @param storing SQL that stores a body, of which it gets the parameters */
function rowsOf(
  body: PageBody,
  summary: string | null,
  author: { id: number | null },
  storing: (body: PageBody) => string,
): RowsOfItem {
  return (parameters) => {
    const added = (part: string) => `${parameters.add(part)}::text`;
    const [html, markdown, text] = [added(body.html), added(body.markdown), added(body.text)];
    return `body AS (${storing({ html, markdown, text })}), revision AS (
        INSERT INTO page_revisions (${COLUMNS})
        SELECT item.id, item."revisionCount", item.name, item.slug, book.slug, ${html}, ${markdown}, ${text},
          ${parameters.add(summary)}::text, ${parameters.add(author.id)}::int
        FROM item JOIN books book ON book.id = item."bookId"
      )`;
  };
}
