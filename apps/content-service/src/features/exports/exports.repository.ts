import type { Actor } from '@almanac/auth';
import { Database, selectColumns, selectComputed, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService, type View } from '../../content/access/access.service';
import { Book } from '../../content/items/book.entity';
import { Chapter } from '../../content/items/chapter.entity';
import { Page, PageContent } from '../../content/items/page.entity';
import {
  childrenOfBook,
  type ExportedBook,
  type ExportedChapter,
  type ExportedItem,
  type ExportedPage,
  type ExportedBody,
} from './formats/exported-item';

/** Bodies in memory at a time, however long the book is. */
const BODIES_AT_ONCE = 50;

const typeColumn = <Type extends ExportedItem['type']>(type: Type) =>
  selectComputed<{ type: Type }>({ type: `'${type}'` });
const nameOf = (id: string) => `(SELECT person.name FROM users person WHERE person.id = ${id})`;

const BOOK = sql`${typeColumn('book')}, ${selectColumns(Book, 'book')}`;
const CHAPTER = sql`${typeColumn('chapter')}, ${selectColumns(Chapter, 'chapter')}`;
const PAGE = sql`${typeColumn('page')}, ${selectColumns(Page, 'page')},
  ${selectComputed<Pick<ExportedPage, 'creator' | 'updater'>>({ creator: nameOf('page.created_by'), updater: nameOf('page.updated_by') })}`;
const BODIES = sql`SELECT ${selectColumns(PageContent, 'content', 'pageId', 'html', 'markdown')}
  FROM page_contents content WHERE page_id = ANY($1)`;

/** Reads the items of an export, as far as the caller sees them. Chapters and books are exported without drafts. */
@Injectable()
export class ExportsRepository {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  async page(id: number, actor: Actor): Promise<ExportedPage | undefined> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const statement = sql`SELECT ${PAGE}, ${selectColumns(PageContent, 'content', 'html', 'markdown')}
      FROM pages page JOIN page_contents content ON content.page_id = page.id
      WHERE ${visible} AND page.id = ${parameters.add(id)}`;
    const [row] = await this.database.query(statement, parameters.values);
    if (!row) return undefined;
    const { html, markdown, ...page } = row;
    return { ...page, body: { html, markdown } };
  }

  async chapter(id: number, actor: Actor): Promise<ExportedChapter | undefined> {
    const view = await this.access.view(actor);
    const [chapter] = await this.chaptersOf(view, 'id', id);
    return chapter && { ...chapter, pages: await this.pagesOf(view, 'chapter_id', id) };
  }

  async book(id: number, actor: Actor): Promise<ExportedBook | undefined> {
    const view = await this.access.view(actor);
    const parameters = new Parameters();
    const visible = view.visible('book', 'book', parameters);
    const statement = sql`SELECT ${BOOK} FROM books book WHERE ${visible} AND book.id = ${parameters.add(id)}`;
    const [book]: Omit<ExportedBook, 'children'>[] = await this.database.query(statement, parameters.values);
    return (
      book && {
        ...book,
        children: childrenOfBook(await this.chaptersOf(view, 'book_id', id), await this.pagesOf(view, 'book_id', id)),
      }
    );
  }

  /** Bodies of pages already found visible, in the given order. Pages deleted meanwhile are left out. */
  async *bodies(pages: readonly Pick<ExportedPage, 'id' | 'body'>[]): AsyncGenerator<ExportedBody> {
    const [alone] = pages;
    if (alone?.body) {
      yield { page: alone, ...alone.body };
      return;
    }
    for (let start = 0; start < pages.length; start += BODIES_AT_ONCE) {
      const batch = pages.slice(start, start + BODIES_AT_ONCE);
      const rows = await this.database.query(BODIES, [batch.map(({ id }) => id)]);
      const stored = new Map(rows.map((row) => [row.pageId, row]));
      for (const page of batch) {
        const body = stored.get(page.id);
        if (body) yield { page, html: body.html, markdown: body.markdown };
      }
    }
  }

  private chaptersOf(view: View, key: 'id' | 'book_id', value: number): Promise<Omit<ExportedChapter, 'pages'>[]> {
    const parameters = new Parameters();
    const visible = view.visible('chapter', 'chapter', parameters);
    const statement = sql`SELECT ${CHAPTER} FROM chapters chapter WHERE ${visible} AND chapter.${key} = ${parameters.add(value)}
      ORDER BY chapter.priority, chapter.id`;
    return this.database.query(statement, parameters.values);
  }

  private pagesOf(view: View, key: 'chapter_id' | 'book_id', value: number): Promise<ExportedPage[]> {
    const parameters = new Parameters();
    const visible = view.visible('page', 'page', parameters);
    const statement = sql`SELECT ${PAGE} FROM pages page WHERE ${visible} AND NOT page.draft AND page.${key} = ${parameters.add(value)}
      ORDER BY page.priority, page.id`;
    return this.database.query(statement, parameters.values);
  }
}
