import type { Actor } from '@almanac/auth';
import { Database, selectComputed, sql } from '@almanac/database';
import {
  defineListing,
  fetchListing,
  foldedSql,
  integer,
  type ListQuery,
  type Parameters,
  text,
  word,
} from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService, type View } from '../../content/access/access.service';
import { ALL_KINDS } from '../../content/kinds/item-kinds';

const countedOnly = { filterable: false };

const COUNTS = {
  usages: integer('counted.usages', countedOnly),
  page_count: integer('counted.page_count', countedOnly),
  chapter_count: integer('counted.chapter_count', countedOnly),
  book_count: integer('counted.book_count', countedOnly),
  shelf_count: integer('counted.shelf_count', countedOnly),
};

export const tagNameListing = defineListing(
  { name: text('counted.name'), values: integer('counted.values', countedOnly), ...COUNTS },
  word('counted.key'),
);

/** Rows have the same name, so the value determines the order, which the reference leaves open. */
export const tagValueListing = defineListing(
  { name: text('counted.name', countedOnly), value: text('counted.value'), ...COUNTS },
  word('counted.key'),
);

interface Counts {
  usages: number;
  page_count: number;
  chapter_count: number;
  book_count: number;
  shelf_count: number;
}

const KINDS = ['page', 'chapter', 'book', 'shelf'] as const;
const SUMS = [
  'sum(usages)::int AS usages',
  ...KINDS.map((kind) => `coalesce(sum(usages) FILTER (WHERE kind = '${kind}'), 0)::int AS ${kind}_count`),
].join(', ');
const COUNTED = selectComputed<Counts>({
  usages: 'counted.usages',
  page_count: 'counted.page_count',
  chapter_count: 'counted.chapter_count',
  book_count: 'counted.book_count',
  shelf_count: 'counted.shelf_count',
});
const NAMES = sql`${selectComputed<{ name: string; values: number }>({ name: 'counted.name', values: 'counted.values' })}, ${COUNTED}`;
const VALUES = sql`${selectComputed<{ name: string; value: string }>({ name: 'counted.name', value: 'counted.value' })}, ${COUNTED}`;

/** The spelling of the oldest tag. */
const oldest = (column: 'name' | 'value'): string => `(array_agg(${column} ORDER BY oldest))[1] AS ${column}`;

/** Counts tags on items that the caller can see (content-behaviour §8). Names that differ only in case or accents count as one. */
@Injectable()
export class TagsRepository {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  async names(query: ListQuery, actor: Actor) {
    const view = await this.access.view(actor);
    const page = await fetchListing(this.database, tagNameListing, query, {
      select: NAMES,
      with: (parameters) => `${used(view, parameters)}, tallied AS MATERIALIZED (
        SELECT ${foldedSql('name')} AS key, ${oldest('name')}, count(DISTINCT ${foldedSql('value')})::int AS values, ${SUMS}
        FROM used GROUP BY ${foldedSql('name')})`,
      from: 'tallied counted',
      where: () => 'TRUE',
    });
    return page.map(({ name, values, ...counts }) => ({ name, values, ...presentCounts(counts) }));
  }

  async valuesForName(name: string, query: ListQuery, actor: Actor) {
    const view = await this.access.view(actor);
    const page = await fetchListing(this.database, tagValueListing, query, {
      select: VALUES,
      with: (parameters) => {
        const isNamed = `${foldedSql('tag.name')} = fold(${parameters.add(name)})`;
        return `${used(view, parameters, isNamed)}, tallied AS MATERIALIZED (
          SELECT ${foldedSql('value')} AS key, ${oldest('name')}, ${oldest('value')}, ${SUMS} FROM used GROUP BY ${foldedSql('value')})`;
      },
      from: 'tallied counted',
      where: () => 'TRUE',
    });
    return page.map(({ name: displayName, value, ...counts }) => ({
      name: displayName,
      value,
      ...presentCounts(counts),
    }));
  }
}

/**
 * The different spellings of names and values with their numbers of visible items of each kind. Few of them are folded afterwards, instead of
 * each tag.
 * A join for each kind, because PostgreSQL looks up the item of each tag in turn for an `OR` of subqueries.
 */
function used(view: View, parameters: Parameters, condition = 'TRUE'): string {
  const branches = ALL_KINDS.map(({ type, table, alias, key }) => {
    const visible = view.visible(type, alias, parameters);
    const published = type === 'page' ? 'AND NOT page.draft' : '';
    return `SELECT '${alias}' AS kind, tag.name, tag.value, min(tag.id) AS oldest, count(*) AS usages
      FROM tags tag JOIN ${table} ${alias} ON ${alias}.id = tag.${key}
      WHERE ${condition} ${published} AND ${visible} GROUP BY tag.name, tag.value`;
  });
  return `used AS (${branches.join(' UNION ALL ')})`;
}

const presentCounts = ({ usages, page_count, chapter_count, book_count, shelf_count }: Counts) => ({
  usages,
  page_count,
  chapter_count,
  book_count,
  shelf_count,
});
