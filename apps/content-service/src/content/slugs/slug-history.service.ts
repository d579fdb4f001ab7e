import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { SlugHistory } from './slug-history.entity';

/** Stores old addresses when a name changes (content-behaviour §6.9). Call before the new slug is stored. */
@Injectable()
export class SlugHistoryService {
  constructor(private readonly database: Database) {}

  async shelfRenamed(shelf: { id: number; slug: string }): Promise<void> {
    await this.database.of(SlugHistory).insert({ shelfId: shelf.id, slug: shelf.slug });
  }

  /** A book's slug is part of its children's addresses, so theirs change with it. */
  async bookRenamed(book: { id: number; slug: string }): Promise<void> {
    await this.database.of(SlugHistory).insert({ bookId: book.id, slug: book.slug });
    const children = (table: string, key: string) =>
      `INSERT INTO slug_history (${key}, slug, parent_slug) SELECT id, slug, $2 FROM ${table} WHERE book_id = $1 AND deleted_at IS NULL`;
    await this.database.query(children('chapters', 'chapter_id'), [book.id, book.slug]);
    await this.database.query(children('pages', 'page_id'), [book.id, book.slug]);
  }

  async chapterRenamed(chapter: { id: number; slug: string; bookId: number }): Promise<void> {
    await this.inBook('chapter_id', chapter);
  }

  async pageRenamed(page: { id: number; slug: string; bookId: number }): Promise<void> {
    await this.inBook('page_id', page);
  }

  private async inBook(
    key: 'chapter_id' | 'page_id',
    { id, slug, bookId }: { id: number; slug: string; bookId: number },
  ): Promise<void> {
    const sql = `INSERT INTO slug_history (${key}, slug, parent_slug) SELECT $1, $2, slug FROM books WHERE id = $3`;
    await this.database.query(sql, [id, slug, bookId]);
  }
}
