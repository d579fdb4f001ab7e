import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { slugify } from './slugify';
import { uniqueSlug } from './unique-slug';

/** Where a slug must be the only one: all shelves, all books, all users, or the chapters or pages of one book. */
export type SlugScope = { table: 'shelves' | 'books' | 'users' } | { table: 'chapters' | 'pages'; bookId: number };

@Injectable()
export class SlugService {
  constructor(private readonly database: Database) {}

  /**
   * A free slug for a name; clashes get three random characters (content-behaviour §6.9). Call inside the transaction that stores it:
   * until its end, nobody else can take a slug of the same base in the same scope.
   * @param exceptId the item that gets the slug, when it exists already
   */
  async free(name: string, scope: SlugScope, exceptId = 0): Promise<string> {
    const place = 'bookId' in scope ? `${scope.table}:${scope.bookId}` : scope.table;
    await this.database.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`slug:${place}:${slugify(name)}`]);
    return uniqueSlug(name, (slug) => this.isTaken(slug, scope, exceptId));
  }

  private async isTaken(slug: string, scope: SlugScope, exceptId: number): Promise<boolean> {
    // Items in the recycle bin do not hold on to their slugs.
    const conditions = ['slug = $1', 'id <> $2', ...(scope.table === 'users' ? [] : ['deleted_at IS NULL'])];
    const values: unknown[] = [slug, exceptId];
    if ('bookId' in scope) conditions.push(`book_id = $${values.push(scope.bookId)}`);
    const rows = await this.database.query(`SELECT 1 FROM ${scope.table} WHERE ${conditions.join(' AND ')} LIMIT 1`, values);
    return rows.length > 0;
  }
}
