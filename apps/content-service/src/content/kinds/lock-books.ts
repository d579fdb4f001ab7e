import { type Database, selectColumns, sql } from '@almanac/database';
import { ContentItem } from './shared-columns';

/** An item got another book while a transaction waited for its former one. */
class Moved extends Error {}

/**
 * Locks the books that a query names, in the order of their ids. Another transaction may move an item while this one waits, so the query runs
 * again, and without all of its books none stays locked: to lock a missing one afterwards would break the order, and could deadlock.
 * Each book stays named as long as it is locked, if moves from it lock it too.
 * @param booksOf a query for ids of books
 */
export async function lockBooks(database: Database, booksOf: string, parameters: unknown[]): Promise<void> {
  while (!(await haveLocked(database, booksOf, parameters)));
}

async function haveLocked(database: Database, booksOf: string, parameters: unknown[]): Promise<boolean> {
  try {
    await database.part(async () => {
      const finding = sql`SELECT ${selectColumns(ContentItem, 'books', 'id')} FROM books WHERE id IN (${booksOf})`;
      const locking = sql`${finding} ORDER BY id FOR NO KEY UPDATE`;
      const locked = new Set((await database.query(locking, parameters)).map(({ id }) => id));
      const found = await database.query(finding, parameters);
      if (found.some(({ id }) => !locked.has(id))) throw new Moved();
    });
    return true;
  } catch (failure) {
    if (failure instanceof Moved) return false;
    throw failure;
  }
}
