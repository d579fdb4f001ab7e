import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { PermissionScopes } from '../../content/access/permission-scopes';
import { DefaultTemplates } from '../../content/content-tree/default-templates';
import { addressKeyOf, CrossReferences } from '../../content/cross-references/cross-references';
import { CoverService } from '../../content/images/covers';
import { describe, NO_DESCRIPTION } from '../../content/item-fields/descriptions';
import { SlugService } from '../../content/slugs/slug.service';
import { BookSortRules } from '../../content/sorting/book-order';
import { requireStored } from '../../content/stored-rules';
import type { BookDetail } from './book.presenter';
import { type CreateBookDto, UpdateBookDto } from './books.dto';
import { BooksRepository } from './books.repository';

/** Stores books with their covers, sort rules and permission scopes. Call inside a transaction. */
@Injectable()
export class BookWriter {
  constructor(
    private readonly database: Database,
    private readonly books: BooksRepository,
    private readonly slugs: SlugService,
    private readonly covers: CoverService,
    private readonly templates: DefaultTemplates,
    private readonly scopes: PermissionScopes,
    private readonly sortRules: BookSortRules,
    private readonly crossReferences: CrossReferences,
  ) {}

  /**
   * A new book has its own permission scope, which new items in it inherit. Without a given sort rule it gets that of the settings.
   */
  async create(dto: CreateBookDto, actor: Actor): Promise<BookDetail> {
    const columns = {
      name: dto.name,
      ...(await this.slugs.ofItem(dto.name, { type: 'book' }, actor)),
      ...(describe(dto) ?? NO_DESCRIPTION),
      defaultTemplateId: await this.templates.resolve(dto.default_template_id, null, actor),
    };
    const cover = await this.covers.store(dto.image, 'cover_book');
    const sortRuleId = await this.sortRules.ofNewBook(dto.sort_rule_id);
    await this.requireSortRule(dto.sort_rule_id);
    const book = await this.books.insert({ ...columns, sortRuleId }, dto.tags, actor);
    await this.scopes.ofNewBook(book.id);
    const imageId = await this.covers.apply(cover, null, book.id, actor);
    if (imageId !== null) await this.books.update(book, { imageId }, undefined, actor);
    return book;
  }

  /** Changes a locked book. A new sort rule numbers the contents. */
  async change(book: BookDetail, dto: UpdateBookDto, actor: Actor): Promise<void> {
    const former = { address: addressKeyOf(book), sortRuleId: book.sortRuleId };
    const cover = await this.covers.store(dto.image, 'cover_book');
    const changes = {
      ...(await this.slugs.rename('book', book, dto.name, actor)),
      ...describe(dto),
      defaultTemplateId: await this.templates.resolve(dto.default_template_id, book.defaultTemplateId, actor),
      imageId: await this.covers.apply(cover, book.imageId, book.id, actor),
    };
    const sortRuleId = await this.sortRules.resolve(dto.sort_rule_id, former.sortRuleId);
    await this.requireSortRule(dto.sort_rule_id);
    await this.books.update(book, { ...changes, sortRuleId }, dto.tags, actor);
    await this.crossReferences.follow(book, former.address, actor);
    if (sortRuleId === null || sortRuleId === former.sortRuleId) return;
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
}
