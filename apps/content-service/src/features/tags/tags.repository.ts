import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { fetchListing, folded, type ListQuery, type Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService, type View } from '../../content/access/access.service';
import { tagNameListing, tagValueListing } from './tags.listing';

interface Counts {
  usages: number;
  page_count: number;
  chapter_count: number;
  book_count: number;
  shelf_count: number;
}

const COUNTS = `count(*)::int AS usages, count(tag.page_id)::int AS page_count, count(tag.chapter_id)::int AS chapter_count,
  count(tag.book_id)::int AS book_count, count(tag.shelf_id)::int AS shelf_count`;

const COUNT_COLUMNS =
  'counted.usages, counted.page_count, counted.chapter_count, counted.book_count, counted.shelf_count';

/** Counts tags on items that the caller can see (content-behaviour §8). Names that differ only in case or accents count as one. */
@Injectable()
export class TagsRepository {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  async names(query: ListQuery, actor: Actor) {
    const view = await this.access.view(actor);
    const page = await fetchListing<Counts & { name: string; values: number }>(this.database, tagNameListing, query, {
      select: `counted.name, counted.values, ${COUNT_COLUMNS}`,
      from: (parameters) => `(SELECT ${folded('tag.name')} AS key, (array_agg(tag.name ORDER BY tag.id))[1] AS name,
          count(DISTINCT ${folded('tag.value')})::int AS values, ${COUNTS}
        FROM tags tag WHERE ${onVisibleItem(view, parameters)} GROUP BY ${folded('tag.name')}) counted`,
      where: () => 'TRUE',
    });
    return page.map(({ name, values, ...counts }) => ({ name, values, ...presentCounts(counts) }));
  }

  async valuesForName(name: string, query: ListQuery, actor: Actor) {
    const view = await this.access.view(actor);
    const page = await fetchListing<Counts & { name: string; value: string }>(this.database, tagValueListing, query, {
      select: `counted.name, counted.value, ${COUNT_COLUMNS}`,
      from: (parameters) => `(SELECT ${folded('tag.value')} AS key, (array_agg(tag.name ORDER BY tag.id))[1] AS name,
          (array_agg(tag.value ORDER BY tag.id))[1] AS value, ${COUNTS}
        FROM tags tag WHERE ${folded('tag.name')} = fold(${parameters.add(name)}) AND ${onVisibleItem(view, parameters)}
        GROUP BY ${folded('tag.value')}) counted`,
      where: () => 'TRUE',
    });
    return page.map(({ name: shown, value, ...counts }) => ({ name: shown, value, ...presentCounts(counts) }));
  }
}

function onVisibleItem(view: View, parameters: Parameters): string {
  const shelf = view.visible('bookshelf', 'shelf', parameters);
  const book = view.visible('book', 'book', parameters);
  const chapter = view.visible('chapter', 'chapter', parameters);
  const page = view.visible('page', 'page', parameters);
  return `(EXISTS (SELECT 1 FROM shelves shelf WHERE shelf.id = tag.shelf_id AND ${shelf})
    OR EXISTS (SELECT 1 FROM books book WHERE book.id = tag.book_id AND ${book})
    OR EXISTS (SELECT 1 FROM chapters chapter WHERE chapter.id = tag.chapter_id AND ${chapter})
    OR EXISTS (SELECT 1 FROM pages page WHERE page.id = tag.page_id AND NOT page.draft AND ${page}))`;
}

const presentCounts = ({ usages, page_count, chapter_count, book_count, shelf_count }: Counts) => ({
  usages,
  page_count,
  chapter_count,
  book_count,
  shelf_count,
});
