import { Parameters } from '@almanac/listing';
import type { View } from '../../domain/access/access.service';
import { filterCondition, type People } from './filter-condition';
import { ITEM_KINDS, type ItemKind } from './item-kinds';
import type { SearchQuery } from './search-query';
import { tagCondition } from './tag-condition';
import { textCondition } from './text-condition';

export interface SearchRequest {
  query: SearchQuery;
  /** Words of the index to use instead of the query's own, which then count from their first to their last letter. */
  corrected?: readonly string[];
  people: People;
  view: View;
  limit: number;
  offset: number;
}

/** A hit, or the total alone (`id` null) when the page is empty. */
export interface HitRow {
  total: number;
  type: ItemKind['code'];
  id: number | null;
}

/** As long as the words of the index at most. */
const LONGEST = 100;

/**
 * The SQL of a search: hits of one page in their order, and the exact number of all that the caller may see.
 * Words are found by the index of words alone; every other criterion and what may be seen is asked of the items.
 */
export function searchSql(request: SearchRequest): { sql: string; values: unknown[] } {
  const parameters = new Parameters();
  const words = request.corrected ?? request.query.words;
  const ranking = words.length > 0 ? `${rankedWords(words, request.corrected ? '=' : '^@', parameters)},` : '';
  const branches = ITEM_KINDS.map((kind) => itemsOf(kind, request, words.length > 0, parameters));
  const sql = `WITH ${ranking} found AS MATERIALIZED (${branches.join(' UNION ALL ')})
    SELECT counted.total, hit.type, hit.id FROM (SELECT count(*)::int AS total FROM found) counted
    LEFT JOIN (SELECT row_number() OVER () AS place, page.* FROM (
      SELECT type, id FROM found ORDER BY ${orderOf(request.query)} LIMIT ${parameters.add(request.limit)} OFFSET ${parameters.add(request.offset)}
    ) page) hit ON TRUE
    ORDER BY hit.place`;
  return { sql, values: parameters.values };
}

/**
 * Points per item: the sum over its words, where words that are everywhere count less (content-behaviour §21). Whole numbers, because sums of
 * fractions differ with the order in which they are added up, and pages of results must not overlap.
 */
function rankedWords(words: readonly string[], operator: '^@' | '=', parameters: Parameters): string {
  const matches = words.map((word, index) => {
    // Everything starts with nothing, which is what is left of a lone accent.
    const term = `nullif(left(fold(${parameters.add(word)}), ${LONGEST}), '')`;
    return `SELECT ${index} AS word, item_type, item_id, score FROM search_terms WHERE term ${operator} ${term}`;
  });
  return `matched AS MATERIALIZED (${matches.join(' UNION ALL ')}),
    weighed AS MATERIALIZED (SELECT word, 1.3 - count(*)::float / max(count(*)) OVER () AS weight FROM matched GROUP BY word),
    ranked AS MATERIALIZED (
      SELECT item_type, item_id, sum(round(score * weight * 1000))::bigint AS points FROM matched JOIN weighed USING (word)
      GROUP BY item_type, item_id)`;
}

function itemsOf(kind: ItemKind, { query, people, view }: SearchRequest, byWords: boolean, parameters: Parameters): string {
  const { alias, table, code } = kind;
  const conditions = [view.visible(kind.type, alias, parameters), ...criteria(query, kind, people, parameters)];
  // Drafts are not found before they are published, not even by their owners.
  if (code === 'p') conditions.push('NOT page.draft');
  const commented = code === 'p' && byComments(query) ? '(SELECT max(comment.created_at) FROM comments comment WHERE comment.page_id = page.id)' : 'NULL::timestamptz'; // prettier-ignore
  const from = byWords
    ? `(SELECT item_id, points FROM ranked WHERE ${isOf(code)}) ranked JOIN ${table} ${alias} ON ${alias}.id = ranked.item_id`
    : `${table} ${alias}`;
  return `SELECT '${code}' AS type, ${alias}.id, ${byWords ? 'ranked.points' : '0'} AS points, ${commented} AS commented
    FROM ${from} WHERE ${conditions.join(' AND ')}`;
}

/**
 * `item_type = '<code>'` in a form that the planner takes for every second row and not for one in two hundred: else it would look up a hundred
 * thousand pages one by one.
 */
const isOf = (code: ItemKind['code']): string => `CASE item_type WHEN '${code}' THEN TRUE ELSE FALSE END`;

function criteria({ exacts, tags, filters }: SearchQuery, kind: ItemKind, people: People, parameters: Parameters): string[] {
  const signed = (condition: string, { negated }: { negated: boolean }) => (negated ? `(${condition}) IS NOT TRUE` : condition);
  return [
    ...exacts.map((exact) => signed(textCondition(kind, exact.text, 'anywhere', parameters), exact)),
    ...tags.map((tag) => signed(tagCondition(kind, tag, parameters), tag)),
    ...filters.flatMap((filter) => {
      const condition = filterCondition(filter, { kind, people, parameters });
      return condition === undefined ? [] : [signed(condition, filter)];
    }),
  ];
}

const byComments = ({ filters }: SearchQuery): boolean =>
  filters.some(({ name, value, negated }) => name === 'sort_by' && value === 'last_commented' && !negated);

/** Best first; the id settles ties, so that pages never overlap. */
const orderOf = (query: SearchQuery): string => `${byComments(query) ? 'commented DESC NULLS LAST, ' : ''}points DESC, id, type`;
