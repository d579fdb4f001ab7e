import type { Actor } from '@almanac/auth';
import { Database, insertRows, isUniqueViolation, setColumns } from '@almanac/database';
import type { RunContext } from '@almanac/jobs';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ObjectLiteral, ObjectType, Repository } from 'typeorm';
import { PermissionScopes } from '../../content/access/permission-scopes';
import { ActivityLog } from '../../content/activity/activity-log';
import { bookOf, chapterOf, ContentTree, type Parent } from '../../content/content-tree/content-tree';
import { type Reservation, StoredFiles } from '../../content/files/stored-files';
import { Image } from '../../content/images/image.entity';
import { Tag } from '../../content/item-fields/tags';
import { Attachment } from '../../content/items/attachment.entity';
import { Book } from '../../content/items/book.entity';
import { Chapter } from '../../content/items/chapter.entity';
import { presentPageColumns } from '../../content/items/page-in-list';
import { Page, PageContent, PageRevision } from '../../content/items/page.entity';
import { presentItem } from '../../content/kinds/presentation';
import { BookSortRules } from '../../content/sorting/book-order';
import type { PortableItem } from './archive/portable-content';
import { type ImportOrder, ImportTarget } from './import-target';
import type { ImportType } from './import.entity';
import { ImportsRepository } from './imports.repository';
import { ImportsService } from './imports.service';
import { refuseClaimedImport } from './plan/import-failure';
import type { ImportPlan } from './plan/import-plan';

/** Another transaction took a slug or moved the parent after planning. */
export class PlanOutdated extends Error {
  override readonly name = 'PlanOutdated';
}

const SLUG_INDEXES = ['books_slug_key', 'chapters_book_slug_key', 'pages_book_slug_key'];

/** Writes a plan: every item gets its own row, place, owner and audit log entry. Call inside a transaction. */
@Injectable()
export class ImportWriter {
  constructor(
    private readonly database: Database,
    private readonly scopes: PermissionScopes,
    private readonly tree: ContentTree,
    private readonly sortRules: BookSortRules,
    private readonly activity: ActivityLog,
    private readonly target: ImportTarget,
  ) {}

  /**
   * @param written receives the number of rows written; may throw to abort the transaction
   * @throws PlanOutdated
   */
  async write(plan: ImportPlan, actor: Actor, written: (done: number, total: number) => void): Promise<void> {
    const { rows } = plan;
    const total = Object.values<unknown[]>(rows).reduce((sum, { length }) => sum + length, 0);
    let done = 0;
    const count = (inserted: number) => written((done += inserted), total);
    for (const book of rows.books) book.sortRuleId = await this.sortRules.ofNewBook(undefined);
    // In the order of the foreign keys.
    await this.insert(Image, rows.images, count);
    await this.insert(Book, rows.books, count);
    await this.giveScope(plan);
    await this.insert(Chapter, rows.chapters, count);
    await this.insert(Page, rows.pages, count);
    await this.insert(PageContent, rows.contents, count);
    await this.insert(PageRevision, rows.revisions, count);
    await this.insert(Tag, rows.tags, count);
    await this.insert(Attachment, rows.attachments, count);
    for (const { id, sortRuleId } of rows.books)
      if (id !== undefined && sortRuleId !== null) await this.sortRules.number(id);
    await this.activity.created(plan.items, actor);
  }

  /**
   * Gives the root item its place in the parent. The parent is locked only now, so that other transactions wait briefly.
   * @throws PlanOutdated, and the errors of `ImportTarget.check`
   */
  async place(plan: ImportPlan, item: PortableItem, planned: Parent, order: ImportOrder): Promise<void> {
    const parent = await this.target.check(item, order.parent, order.actor);
    if (!parent || JSON.stringify(placeOf(parent)) !== JSON.stringify(placeOf(planned))) throw new PlanOutdated();
    const priority = await this.tree.lastPlace(planned);
    const place = setColumns(Page, { priority: '$2' });
    await this.database.query(`UPDATE ${item.kind}s SET ${place} WHERE id = $1`, [plan.id, priority]);
    await this.sortRules.number(bookOf(parent));
  }

  private async insert<E extends ObjectLiteral>(
    entity: ObjectType<E>,
    rows: readonly Partial<E>[],
    count: (inserted: number) => void,
  ): Promise<void> {
    try {
      await insertRows(this.database, entity, rows, count);
    } catch (failure) {
      throw SLUG_INDEXES.some((index) => isUniqueViolation(failure, index)) ? new PlanOutdated() : failure;
    }
  }

  /** A new book has its own permission scope, which all its chapters and pages inherit. */
  private async giveScope({ rows }: ImportPlan): Promise<void> {
    const [book] = rows.books;
    if (book?.id === undefined) return;
    await this.scopes.ofNewBook(book.id);
    const scopeId = await this.scopes.of('book', book.id);
    for (const row of [...rows.chapters, ...rows.pages]) row.scopeId = scopeId;
  }
}

/** The parts of a parent that a plan depends on. */
const placeOf = (parent: Parent) => [bookOf(parent), chapterOf(parent), parent.scopeId];

/** The answer of a run: the new item without related records (content-behaviour §4). */
@Injectable()
export class ImportedItems {
  constructor(
    @InjectRepository(Book) private readonly books: Repository<Book>,
    @InjectRepository(Chapter) private readonly chapters: Repository<Chapter>,
    @InjectRepository(Page) private readonly pages: Repository<Page>,
  ) {}

  async present(type: ImportType, id: number): Promise<object> {
    if (type === 'page') {
      const page = await this.pages.findOneByOrFail({ id });
      return { ...presentItem(page), type, ...presentPageColumns(page) };
    }
    if (type === 'chapter') {
      const chapter = await this.chapters.findOneByOrFail({ id });
      const { bookId, priority, description, defaultTemplateId } = chapter;
      const own = { book_id: bookId, priority, description, default_template_id: defaultTemplateId };
      return { ...presentItem(chapter), type, ...own };
    }
    const book = await this.books.findOneByOrFail({ id });
    const { description, defaultTemplateId, imageId, sortRuleId } = book;
    const own = { description, default_template_id: defaultTemplateId, image_id: imageId, sort_rule_id: sortRuleId };
    return { ...presentItem(book), type, ...own };
  }
}

/** Commits a run in one transaction: all of it or nothing (content-behaviour §16.5). */
@Injectable()
export class ImportTransaction {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportsRepository,
    private readonly importsService: ImportsService,
    private readonly writer: ImportWriter,
    private readonly items: ImportedItems,
    private readonly activity: ActivityLog,
    private readonly files: StoredFiles,
  ) {}

  /**
   * Writes the plan, deletes the import and finishes the run, in one transaction.
   * @param reservations of the files whose rows it writes
   * @throws PlanOutdated
   */
  commit(
    plan: ImportPlan,
    reservations: readonly Reservation[],
    item: PortableItem,
    parent: Parent | undefined,
    order: ImportOrder,
    run: RunContext<unknown>,
  ): Promise<void> {
    const { importId, actor } = order;
    return this.database.transaction(async () => {
      const claimed = (await this.imports.claim(importId, actor)) ?? refuseClaimedImport();
      await this.writer.write(plan, actor, (done, total) => run.progress('rows', done, total));
      await this.files.settle(...reservations);
      if (parent) await this.writer.place(plan, item, parent, order);
      await this.importsService.end(claimed, actor);
      await this.activity.record('import_run', claimed, actor);
      await run.finish(await this.items.present(item.kind, plan.id));
    });
  }
}
