import type { Actor } from '@almanac/auth';
import { Database, type RowOf, selectColumns, selectComputed, sql } from '@almanac/database';
import { defineListing, integer, Parameters, text, timestamp } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AccessService } from '../../content/access/access.service';
import { Chapter } from '../../content/items/chapter.entity';
import { itemColumns } from '../../content/items/item.repository';
import { BOOK_SLUG, PAGE_IN_LIST, type PageInList } from '../../content/items/page-in-list';
import { LISTED_COLUMNS } from '../../content/kinds/shared-columns';
import { sortedByColumn } from '../../content/sorting/book-order';
import { SortedItemRepository } from '../../content/sorting/sorted-item.repository';
import type { ChapterDetail, ChapterInList } from './chapter.presenter';

export const chapterListing = defineListing({
  id: integer('chapter.id'),
  book_id: integer('chapter.book_id'),
  name: text('chapter.name'),
  slug: text('chapter.slug', { rank: 'chapter.slug_rank' }),
  description: text('chapter.description'),
  priority: integer('chapter.priority'),
  created_at: timestamp('chapter.created_at'),
  updated_at: timestamp('chapter.updated_at'),
  created_by: integer('chapter.created_by'),
  updated_by: integer('chapter.updated_by'),
  owned_by: integer('chapter.owned_by'),
});

const LIST = sql`${selectColumns(Chapter, 'chapter', ...LISTED_COLUMNS, 'bookId', 'priority')}, ${BOOK_SLUG}`;
const chapterColumns = (alias: string) => sql`${itemColumns(Chapter, 'chapter', alias)},
  ${selectComputed<RowOf<typeof BOOK_SLUG>>({ bookSlug: `(SELECT book.slug FROM books book WHERE book.id = ${alias}.book_id)` })},
  ${sortedByColumn(alias)}`;

@Injectable()
export class ChaptersRepository extends SortedItemRepository<Chapter, ChapterInList, ChapterDetail> {
  constructor(database: Database, access: AccessService, @InjectRepository(Chapter) chapters: Repository<Chapter>) {
    const reads = {
      listing: chapterListing,
      list: { columns: LIST, join: 'JOIN books book ON book.id = chapter.book_id' },
      detail: { columns: chapterColumns('chapter') },
      written: chapterColumns('chapters'),
    };
    super('chapter', reads, database, access, chapters);
  }

  /** The pages of these chapters that the caller can see: chapter by chapter, drafts first, then by priority. */
  async pagesOf(ids: readonly number[], actor: Actor, limit?: number): Promise<PageInList[]> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const chapters = `${parameters.add(ids)}::int[]`;
    const statement = sql`SELECT ${PAGE_IN_LIST} FROM pages page JOIN books book ON book.id = page.book_id
      WHERE ${visible} AND page.chapter_id = ANY(${chapters})
      ORDER BY array_position(${chapters}, page.chapter_id), page.draft DESC, page.priority, page.id LIMIT ${parameters.add(limit ?? null)}`;
    return this.database.query(statement, parameters.values);
  }
}
