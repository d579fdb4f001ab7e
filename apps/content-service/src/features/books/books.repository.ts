import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { QueryDeepPartialEntity, Repository } from 'typeorm';
import { AccessService } from '../../content/access/access.service';
import { PermissionScopes } from '../../content/access/permission-scopes';
import { BookSortRules } from '../../content/sorting/book-sort-rules';
import { CrossReferences } from '../../content/cross-references/cross-references';
import { Book } from '../../content/items/book.entity';
import { coverColumn } from '../../content/kinds/item-sql';
import { ItemRepository } from '../../content/items/item.repository';
import type { TagInputDto } from '../../content/item-fields/tag-input.dto';
import { requireStored } from '../../content/stored-rules';
import type { BookContentsRow, BookDetail, BookInList, BookSummary } from './book.presenter';
import { UpdateBookDto } from './books.dto';
import { bookListing } from './books.listing';

type BookValues = Omit<QueryDeepPartialEntity<Book>, 'sortRuleId'> & { sortRuleId?: number | null | undefined };

/** Columns of a chapter or page in a book. */
const contentsColumns = (
  type: 'chapter' | 'page',
): string => `'${type}' AS type, ${type}.id, ${type}.name, ${type}.slug,
  ${type}.book_id AS "bookId", ${type}.priority, ${type}.created_at AS "createdAt", ${type}.updated_at AS "updatedAt"`;

@Injectable()
export class BooksRepository extends ItemRepository<Book, BookInList, BookDetail> {
  constructor(
    database: Database,
    access: AccessService,
    crossReferences: CrossReferences,
    private readonly scopes: PermissionScopes,
    private readonly sortRules: BookSortRules,
    @InjectRepository(Book) books: Repository<Book>,
  ) {
    const list = { without: ['descriptionHtml'], columns: coverColumn('book') };
    const reads = { listing: bookListing, list, detail: coverColumn };
    super('book', reads, database, access, crossReferences, books);
  }

  /**
   * A new book has its own permission scope, which new items in it inherit. Without a given sort rule it gets that of the settings.
   */
  async create(
    { sortRuleId: wanted, ...values }: BookValues,
    tags: readonly TagInputDto[] | undefined,
    actor: Actor,
  ): Promise<BookDetail> {
    const sortRuleId = await this.sortRules.ofNewBook(wanted);
    await this.requireSortRule(wanted);
    const book = await this.insert({ ...values, sortRuleId }, tags, actor);
    await this.scopes.ofNewBook(book.id);
    return book;
  }

  /** A new sort rule numbers the contents. */
  async change(
    book: BookDetail,
    { sortRuleId: wanted, ...changes }: BookValues,
    tags: readonly TagInputDto[] | undefined,
    actor: Actor,
  ): Promise<void> {
    const former = book.sortRuleId;
    const sortRuleId = await this.sortRules.resolve(wanted, former);
    await this.requireSortRule(wanted);
    await this.update(book, { ...changes, sortRuleId }, tags, actor);
    if (sortRuleId === null || sortRuleId === former) return;
    // Writers that found the book without a rule have locked only their items. Their changes count in the order.
    for (const table of ['chapters', 'pages'])
      await this.database.query(`SELECT 1 FROM ${table} WHERE book_id = $1 ORDER BY id FOR NO KEY UPDATE`, [book.id]);
    await this.sortRules.number(book.id);
  }

  /** The reference ignores the member in its API. So does this service for an unknown id while there are no rules. */
  private async requireSortRule(id: number | null | undefined): Promise<void> {
    if (typeof id === 'number' && (await this.sortRules.exist()))
      await requireStored(this.database, UpdateBookDto, { sort_rule_id: id });
  }

  /** Chapters and pages of these books that the caller can see: book by book, drafts first, then by priority. */
  async contents(ids: readonly number[], actor: Actor, limit?: number): Promise<BookContentsRow[]> {
    const parameters = new Parameters();
    const books = `${parameters.add(ids)}::int[]`;
    const view = await this.access.view(actor);
    const chapters = view.visible('chapter', 'chapter', parameters);
    const pages = view.visible('page', 'page', parameters);
    const sql = `SELECT * FROM (
      SELECT ${contentsColumns('chapter')}, NULL::int AS "chapterId", false AS draft, false AS template
      FROM chapters chapter WHERE ${chapters} AND chapter.book_id = ANY(${books})
      UNION ALL
      SELECT ${contentsColumns('page')}, page.chapter_id, page.draft, page.template
      FROM pages page WHERE ${pages} AND page.book_id = ANY(${books})
    ) AS entry ORDER BY array_position(${books}, "bookId"), draft DESC, priority, id LIMIT ${parameters.add(limit ?? null)}`;
    return this.database.query<BookContentsRow>(sql, parameters.values);
  }

  /** Shelves that contain the book and that the caller can see. */
  async shelvesOf(id: number, actor: Actor): Promise<BookSummary[]> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'bookshelf', 'shelf', parameters);
    const sql = `SELECT shelf.id, shelf.name, shelf.slug FROM shelves shelf JOIN shelf_books place ON place.shelf_id = shelf.id
      WHERE ${visible} AND place.book_id = ${parameters.add(id)} ORDER BY shelf.id`;
    return this.database.query<BookSummary>(sql, parameters.values);
  }
}
