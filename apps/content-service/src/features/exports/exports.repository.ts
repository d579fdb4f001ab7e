import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AccessService, type View } from '../../content/access/access.service';
import { Book } from '../../content/items/book.entity';
import { Chapter } from '../../content/items/chapter.entity';
import { columnsOf } from '../../content/kinds/item-sql';
import { Page } from '../../content/items/page.entity';
import {
  childrenOfBook,
  type ExportedBook,
  type ExportedChapter,
  type ExportedPage,
  type ExportedBody,
  type StoredBody,
} from './formats/exported-item';

/** Bodies in memory at a time, however long the book is. */
const BODIES_AT_ONCE = 50;

/** Reads the items of an export, as far as the caller sees them. Chapters and books are exported without drafts. */
@Injectable()
export class ExportsRepository {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
    @InjectRepository(Book) private readonly books: Repository<Book>,
    @InjectRepository(Chapter) private readonly chapters: Repository<Chapter>,
    @InjectRepository(Page) private readonly pages: Repository<Page>,
  ) {}

  async page(id: number, actor: Actor): Promise<ExportedPage | undefined> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const sql = `SELECT ${this.pageColumns()}, content.html, content.markdown
      FROM pages page JOIN page_contents content ON content.page_id = page.id
      WHERE ${visible} AND page.id = ${parameters.add(id)}`;
    const [row] = await this.database.query<ExportedPage & StoredBody>(sql, parameters.values);
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
    const sql = `SELECT 'book' AS type, ${columnsOf(this.books.metadata, 'book')} FROM books book WHERE ${visible} AND book.id = ${parameters.add(id)}`;
    const [book] = await this.database.query<Omit<ExportedBook, 'children'>>(sql, parameters.values);
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
      const rows = await this.database.query<{ page_id: number; html: string; markdown: string }>(
        'SELECT page_id, html, markdown FROM page_contents WHERE page_id = ANY($1)',
        [batch.map(({ id }) => id)],
      );
      const stored = new Map(rows.map((row) => [row.page_id, row]));
      for (const page of batch) {
        const body = stored.get(page.id);
        if (body) yield { page, html: body.html, markdown: body.markdown };
      }
    }
  }

  private chaptersOf(view: View, key: 'id' | 'book_id', value: number): Promise<Omit<ExportedChapter, 'pages'>[]> {
    const parameters = new Parameters();
    const visible = view.visible('chapter', 'chapter', parameters);
    const sql = `SELECT 'chapter' AS type, ${columnsOf(this.chapters.metadata, 'chapter')} FROM chapters chapter WHERE ${visible} AND chapter.${key} = ${parameters.add(value)}
      ORDER BY chapter.priority, chapter.id`;
    return this.database.query(sql, parameters.values);
  }

  private pagesOf(view: View, key: 'chapter_id' | 'book_id', value: number): Promise<ExportedPage[]> {
    const parameters = new Parameters();
    const visible = view.visible('page', 'page', parameters);
    const sql = `SELECT ${this.pageColumns()} FROM pages page WHERE ${visible} AND NOT page.draft AND page.${key} = ${parameters.add(value)}
      ORDER BY page.priority, page.id`;
    return this.database.query(sql, parameters.values);
  }

  private pageColumns(): string {
    return `'page' AS type, ${columnsOf(this.pages.metadata, 'page')},
      (SELECT person.name FROM users person WHERE person.id = page.created_by) AS creator,
      (SELECT person.name FROM users person WHERE person.id = page.updated_by) AS updater`;
  }
}
