import { columnNames, Database, setColumns } from '@almanac/database';
import type { Parameters } from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import type { PageBody } from '../../text/page/prepare-page-content';
import type { RowsOfItem } from '../items/item.repository';
import { type Page, PageContent, PageRevision } from '../items/page.entity';

/** The largest number of surplus revisions deleted per save, so that saves stay fast after the limit was lowered. */
const MAX_PRUNED = 10;

const INSERT_BODY = (html: string, markdown: string, text: string) =>
  `INSERT INTO page_contents (${columnNames(PageContent, 'pageId', 'html', 'markdown', 'text')}) SELECT id, ${html}, ${markdown}, ${text} FROM item`;
const UPDATE_BODY = (html: string, markdown: string, text: string) =>
  `UPDATE page_contents SET ${setColumns(PageContent, { html, markdown, text })} FROM item WHERE page_id = item.id`;

const REVISION = columnNames(
  PageRevision,
  'pageId',
  'revisionNumber',
  'name',
  'slug',
  'bookSlug',
  'html',
  'markdown',
  'text',
  'summary',
  'createdBy',
);

/** Revisions of pages. Each is stored by the statement that writes the page, so that the text is sent once. */
@Injectable()
export class PageRevisions {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The body and the first revision of a new page. */
  first(body: PageBody, summary: string | null, author: { id: number | null }): RowsOfItem {
    return rowsOf(body, summary, author, INSERT_BODY);
  }

  /** The body of a draft, which has no revisions. */
  ofDraft(body: PageBody, isNew: boolean): RowsOfItem {
    const storing = isNew ? INSERT_BODY : UPDATE_BODY;
    return (parameters) => `body AS (${storing(...textsOf(body, parameters))})`;
  }

  /** A new body of a stored page, and its revision. */
  next(body: PageBody, summary: string | null, author: { id: number | null }): RowsOfItem {
    return rowsOf(body, summary, author, UPDATE_BODY);
  }

  /** A revision of a page that keeps its body. */
  ofUnchanged(body: PageBody, summary: string | null, author: { id: number | null }): RowsOfItem {
    return rowsOf(body, summary, author);
  }

  /** Drops the oldest revisions beyond the limit. */
  async prune(page: Pick<Page, 'id' | 'revisionCount'>): Promise<void> {
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

function textsOf({ html, markdown, text }: PageBody, parameters: Parameters): [string, string, string] {
  const added = (part: string) => `${parameters.add(part)}::text`;
  return [added(html), added(markdown), added(text)];
}

/** @param storing SQL that stores a body, of which it gets the parameters */
function rowsOf(
  body: PageBody,
  summary: string | null,
  author: { id: number | null },
  storing?: (html: string, markdown: string, text: string) => string,
): RowsOfItem {
  return (parameters) => {
    const [html, markdown, text] = textsOf(body, parameters);
    const revision = `revision AS (
        INSERT INTO page_revisions (${REVISION})
        SELECT item.id, item."revisionCount", item.name, item.slug, book.slug, ${html}, ${markdown}, ${text},
          ${parameters.add(summary)}::text, ${parameters.add(author.id)}::int
        FROM item JOIN books book ON book.id = item."bookId"
      )`;
    return storing ? `body AS (${storing(html, markdown, text)}), ${revision}` : revision;
  };
}
