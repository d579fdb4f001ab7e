import type { Actor } from '@almanac/auth';
import { Database, insertRows, isUniqueViolation } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { PermissionScopes } from '../../../content/access/permission-scopes';
import { ActivityLog } from '../../../content/activity/activity-log';
import { BookSortRules } from '../../../content/sorting/book-order';
import { bookOf, chapterOf, ContentTree, type Parent } from '../../../content/content-tree/content-tree';
import type { PortableItem } from '../archive/portable-content';
import type { ImportPlan } from '../plan/import-plan';
import { IMPORT_TABLES, type ImportTable } from '../plan/import-rows';
import { type ImportOrder, ImportTarget } from './import-target';

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
    const tables = Object.keys(IMPORT_TABLES).filter(isTable);
    const total = tables.reduce((sum, table) => sum + plan.rows[table].length, 0);
    let done = 0;
    const count = (rows: number) => written((done += rows), total);
    for (const book of plan.rows.books) book.sort_rule_id = await this.sortRules.ofNewBook(undefined);
    for (const table of tables) {
      await this.insert(table, plan, count);
      if (table === 'books') await this.giveScope(plan);
    }
    for (const { id, sort_rule_id } of plan.rows.books)
      if (typeof id === 'number' && sort_rule_id !== null) await this.sortRules.number(id);
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
    await this.database.query(`UPDATE ${item.kind}s SET priority = $2 WHERE id = $1`, [plan.id, priority]);
    await this.sortRules.number(bookOf(parent));
  }

  private async insert(table: ImportTable, { rows }: ImportPlan, count: (rows: number) => void): Promise<void> {
    try {
      await insertRows(this.database, { table, columns: IMPORT_TABLES[table] }, rows[table], count);
    } catch (failure) {
      throw SLUG_INDEXES.some((index) => isUniqueViolation(failure, index)) ? new PlanOutdated() : failure;
    }
  }

  /** A new book has its own permission scope, which all its chapters and pages inherit. */
  private async giveScope({ rows }: ImportPlan): Promise<void> {
    const [book] = rows.books;
    if (book?.id === undefined || book.id === null) return;
    await this.scopes.ofNewBook(book.id);
    const scope_id = await this.scopes.of('book', book.id);
    for (const row of [...rows.chapters, ...rows.pages]) row.scope_id = scope_id;
  }
}

const isTable = (name: string): name is ImportTable => name in IMPORT_TABLES;

/** The parts of a parent that a plan depends on. */
const placeOf = (parent: Parent) => [bookOf(parent), chapterOf(parent), parent.scopeId];
