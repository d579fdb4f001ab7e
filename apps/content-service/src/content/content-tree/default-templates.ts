import type { Actor } from '@almanac/auth';
import { Database, selectColumns, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service';
import { Page, PageContent } from '../items/page.entity';

/** The page that new pages of a book or chapter start from (content-behaviour §7.4). */
@Injectable()
export class DefaultTemplates {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /** The id to store: `requested` if it is stored already or names a template that the caller sees, else null. Undefined keeps `current`. */
  async resolve(requested: number | null | undefined, current: number | null, actor: Actor): Promise<number | null> {
    if (requested === undefined || requested === current) return current;
    if (requested === null) return null;
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const statement = sql`SELECT ${selectColumns(Page, 'page', 'id')} FROM pages page
      WHERE ${visible} AND page.template AND page.id = ${parameters.add(requested)}`;
    const [page] = await this.database.query(statement, parameters.values);
    return page?.id ?? null;
  }

  /**
   * The text for a new page in a place that the caller sees. The chapter's template takes precedence over the book's.
   * @param place ids of the request; 0 or another number when there is none
   */
  async textFor({ bookId, chapterId }: Record<'bookId' | 'chapterId', number>, actor: Actor) {
    if (![bookId, chapterId].every(Number.isSafeInteger)) return undefined;
    const parameters = new Parameters();
    const view = await this.access.view(actor);
    const chapter = `chapters chapter WHERE ${view.visible('chapter', 'chapter', parameters)} AND chapter.id = ${parameters.add(chapterId)}::bigint`;
    const book = chapterId === 0 ? `${parameters.add(bookId)}::bigint` : `(SELECT chapter.book_id FROM ${chapter})`;
    const statement = sql`SELECT ${selectColumns(PageContent, 'content', 'html', 'markdown')} FROM (
        SELECT 0 AS level, chapter.default_template_id AS id FROM ${chapter}
        UNION ALL SELECT 1, book.default_template_id FROM books book
        WHERE ${view.visible('book', 'book', parameters)} AND book.id = ${book}) place
      JOIN pages page ON page.id = place.id AND page.template AND ${view.visible('page', 'page', parameters)}
      JOIN page_contents content ON content.page_id = page.id
      ORDER BY place.level LIMIT 1`;
    const [text] = await this.database.query(statement, parameters.values);
    if (text === undefined) return undefined;
    return text.markdown === '' ? { html: text.html } : { markdown: text.markdown };
  }
}
