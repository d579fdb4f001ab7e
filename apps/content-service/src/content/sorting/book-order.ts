import { Database, selectColumns, selectComputed, setColumns, sql } from '@almanac/database';
import { foldedSql } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { Chapter } from '../items/chapter.entity';
import { Page } from '../items/page.entity';
import { SiteSettings } from '../settings/site-settings';
import { SortRule, type SortOperation } from './sort-rule.entity';

/** The order of SQL that an operation stands for. */
const ORDERS: Readonly<Record<SortOperation, string>> = {
  name_asc: foldedSql('name'),
  name_desc: `${foldedSql('name')} DESC`,
  name_numeric_asc: 'natural_name(name) COLLATE "C"',
  name_numeric_desc: 'natural_name(name) COLLATE "C" DESC',
  created_date_asc: 'created_at',
  created_date_desc: 'created_at DESC',
  updated_date_asc: 'updated_at',
  updated_date_desc: 'updated_at DESC',
  chapters_first: 'type',
  chapters_last: 'type DESC',
};

export const isSortOperation = (name: string): name is SortOperation => name in ORDERS;
export const SORT_OPERATIONS = Object.keys(ORDERS).filter(isSortOperation);

/** A chapter or page with the operations of its book, which are null without a sort rule. */
export type SortedItem = Pick<Page, 'id' | 'name' | 'bookId' | 'priority' | 'updatedAt'> &
  Partial<Pick<Page, 'chapterId'>> &
  SortedBy;

interface SortedBy {
  sortedBy: SortOperation[] | null;
}

/** The operations of the book of a chapter or page, as a column. */
export const sortedByColumn = (alias: string) =>
  selectComputed<SortedBy>({
    sortedBy: `(SELECT rule.operations FROM books home JOIN sort_rules rule ON rule.id = home.sort_rule_id WHERE home.id = ${alias}.book_id)`,
  });

/**
 * A condition that locks the book, if it has a sort rule. Numbering writes to all items of a book, so transactions that number the same
 * book must run one after the other. The book is locked before its items, as everywhere.
 */
export const lockingSortedBook = (bookId: string): { sql: string; condition: string } => ({
  sql: `WITH sorted_book AS MATERIALIZED (SELECT 1 FROM books WHERE sort_rule_id IS NOT NULL AND id = ${bookId} FOR NO KEY UPDATE)`,
  condition: '(SELECT count(*) FROM sorted_book) >= 0',
});

/**
 * Locks the sorted book of an item that is locked already. While the transaction waited for the former book, the item may have moved. Book and
 * item are then locked in the other order, so a deadlock may repeat the transaction.
 */
export async function lockSortedHome(database: Database, bookId: number): Promise<void> {
  await database.query('SELECT 1 FROM books WHERE id = $1 FOR NO KEY UPDATE', [bookId]);
}

/** The values by which parents and rules place an item. A change that keeps them keeps the numbers of its book. */
export function placingOf({ bookId, chapterId, priority, name, updatedAt, sortedBy }: SortedItem): string {
  const isByUpdate = sortedBy?.some((operation) => operation.startsWith('updated_date')) ?? false;
  return JSON.stringify([bookId, chapterId, priority, name, isByUpdate && updatedAt]);
}

/**
 * Numbers the chapters and direct pages of books, and the pages of each chapter, from 1 (content-behaviour §6.1). Times of changes stay.
 * Call inside a transaction, with the books locked.
 */
export async function numberContents(
  database: Database,
  bookIds: readonly number[],
  operations: readonly SortOperation[],
): Promise<void> {
  await database.query(`${numbering(operations)} SELECT 1`, [bookIds]);
}

/** As `numberContents`, for the book of a stored item. Sets the new priority in the object, too. */
export async function numberAround(database: Database, type: 'chapter' | 'page', item: SortedItem): Promise<void> {
  if (item.sortedBy === null) return;
  const priority = selectComputed<Pick<Page, 'priority'>>({ priority: 'place' });
  const rows = await database.query(
    sql`${numbering(item.sortedBy)} SELECT ${priority} FROM placed WHERE type = $2 AND id = $3`,
    [[item.bookId], type, item.id],
  );
  item.priority = rows[0]?.priority ?? item.priority;
}

/** The start of a statement. The last operation decides first. Equal items keep their order. */
function numbering(operations: readonly SortOperation[]): string {
  const order = [...operations.toReversed().map((operation) => ORDERS[operation]), 'priority', 'id'].join(', ');
  const columns = 'id, book_id, name, created_at, updated_at, priority';
  const inBooks = 'book_id = ANY($1::int[]) AND deleted_at IS NULL';
  return `
    WITH placed AS MATERIALIZED (
      SELECT type, id, row_number() OVER (PARTITION BY book_id, chapter_id ORDER BY ${order})::int AS place FROM (
        SELECT 'chapter' AS type, NULL::int AS chapter_id, ${columns} FROM chapters WHERE ${inBooks}
        UNION ALL SELECT 'page', chapter_id, ${columns} FROM pages WHERE ${inBooks}) item
    ), chapters_placed AS (
      UPDATE chapters item SET ${setColumns(Chapter, { priority: 'place' })} FROM placed
      WHERE placed.type = 'chapter' AND item.id = placed.id AND item.priority <> place
    ), pages_placed AS (
      UPDATE pages item SET ${setColumns(Page, { priority: 'place' })} FROM placed
      WHERE placed.type = 'page' AND item.id = placed.id AND item.priority <> place
    )`;
}

/** The sort rules of books. Call all methods inside the transaction that changes the book. */
@Injectable()
export class BookSortRules {
  constructor(
    private readonly database: Database,
    private readonly site: SiteSettings,
  ) {}

  /** The rule to store for a new book: the requested one if there is such a rule, else that of the settings. */
  async ofNewBook(requested: number | null | undefined): Promise<number | null> {
    if (requested === null) return null;
    const standard = (await this.site.current()).defaultBookSort;
    if (requested !== undefined) return (await this.existingRule(requested)) ?? standard;
    // The cached setting may name a rule that was deleted a moment ago.
    return standard === null ? null : await this.existingRule(standard);
  }

  /** The rule to store for an existing book: the requested one if there is such a rule, else the current one. */
  async resolve(requested: number | null | undefined, current: number | null): Promise<number | null> {
    if (requested === undefined || requested === current) return current;
    if (requested === null) return null;
    return (await this.existingRule(requested)) ?? current;
  }

  /** Whether there is any rule. */
  async exist(): Promise<boolean> {
    return (await this.database.query('SELECT 1 FROM sort_rules LIMIT 1')).length > 0;
  }

  /** Numbers the contents of a locked book, if it has a rule. */
  async number(bookId: number): Promise<void> {
    const [rule] = await this.database.query(
      sql`SELECT ${selectColumns(SortRule, 'rule', 'operations')}
        FROM books home JOIN sort_rules rule ON rule.id = home.sort_rule_id WHERE home.id = $1`,
      [bookId],
    );
    if (rule) await numberContents(this.database, [bookId], rule.operations);
  }

  /** The id if there is such a rule. The lock keeps its operations until the book is numbered. */
  private async existingRule(id: number): Promise<number | null> {
    const columns = selectColumns(SortRule, 'rule', 'id');
    const [rule] = await this.database.query(sql`SELECT ${columns} FROM sort_rules rule WHERE id = $1 FOR SHARE`, [id]);
    return rule?.id ?? null;
  }
}
