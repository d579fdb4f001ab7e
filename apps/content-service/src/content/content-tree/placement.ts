import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';

/** Keeps the next `priority` within the integer range. Items after the largest value share it. */
const LAST_PLACE_BUT_ONE = 2_147_483_646;

/** Finds the `priority` of a new chapter or page among its siblings (content-behaviour §6.1, §7.2). Call inside a transaction. */
@Injectable()
export class Placement {
  constructor(private readonly database: Database) {}

  /** After the last chapter or direct page of the book; 2 in an empty book. Locks the book, so that no value is given twice. */
  async lastInBook(bookId: number): Promise<number> {
    await this.lockBook(bookId);
    const sql = `SELECT least(${LAST_PLACE_BUT_ONE}, greatest(1,
        (SELECT max(priority) FROM chapters WHERE book_id = $1 AND deleted_at IS NULL),
        (SELECT max(priority) FROM pages WHERE book_id = $1 AND chapter_id IS NULL AND deleted_at IS NULL AND NOT draft))) + 1 AS priority`;
    return this.priority(sql, bookId);
  }

  /** After the chapter's last page; the first page of an empty chapter gets 1. */
  async lastInChapter(chapterId: number): Promise<number> {
    await this.database.query('SELECT 1 FROM chapters WHERE id = $1 FOR NO KEY UPDATE', [chapterId]);
    return this.priority(
      `SELECT least(${LAST_PLACE_BUT_ONE}, coalesce(max(priority), 0)) + 1 AS priority FROM pages WHERE chapter_id = $1 AND deleted_at IS NULL`,
      chapterId,
    );
  }

  async lockBook(bookId: number): Promise<void> {
    await this.database.query('SELECT 1 FROM books WHERE id = $1 FOR NO KEY UPDATE', [bookId]);
  }

  private async priority(sql: string, parentId: number): Promise<number> {
    const [row] = await this.database.query<{ priority: number }>(sql, [parentId]);
    return row?.priority ?? 1;
  }
}
