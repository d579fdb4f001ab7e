import { Parameters } from '@almanac/listing';
import type { View } from '../../domain/access/access.service';
import { filterCondition, type People } from './filter-condition';
import { entriesIn, type IndexWords, type Occurrences, pointsSql, weightsOf } from './index-words';
import { ITEM_KINDS, type ItemKind } from './item-kinds';
import type { SearchQuery } from './search-query';
import { tagCondition } from './tag-condition';
import { textCondition } from './text-condition';

export interface SearchRequest {
  query: SearchQuery;
  /** None when the query asks for anything but words. */
  words: IndexWords;
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

/**
 * The SQL of a search: hits of one page in their order, and the exact number of all that the caller may see.
 * Words are found by the index of words alone; every other criterion and what may be seen is asked of the items.
 * @param occurrences of the words, in the whole index; there must be some if there are words
 */
export function searchSql(request: SearchRequest, occurrences: readonly Occurrences[]): { sql: string; values: unknown[] } {
  const parameters = new Parameters();
  const branches =
    request.words.texts.length === 0
      ? ITEM_KINDS.map((kind) => allItems(kind, request, parameters))
      : itemsWithWords(request, occurrences, parameters);
  const sql = `WITH found AS MATERIALIZED (${branches.join(' UNION ALL ')})
    SELECT counted.total, hit.type, hit.id FROM (SELECT count(*)::int AS total FROM found) counted
    LEFT JOIN (SELECT row_number() OVER () AS place, page.* FROM (
      SELECT type, id FROM found ORDER BY ${orderOf(request.query)} LIMIT ${parameters.add(request.limit)} OFFSET ${parameters.add(request.offset)}
    ) page) hit ON TRUE
    ORDER BY hit.place`;
  return { sql, values: parameters.values };
}

function allItems(kind: ItemKind, request: SearchRequest, parameters: Parameters): string {
  const conditions = [...visibility(kind, request.view, parameters), ...criteria(request.query, kind, request.people, parameters)];
  return `SELECT ${columnsOf(kind, '0', request.query)} FROM ${kind.table} ${kind.alias} WHERE ${conditions.join(' AND ')}`;
}

/**
 * From so many entries on, all items that the caller sees are read side by side with those that have the words, both in the order of their
 * ids. Below it they are looked up. A hash of all that is visible, which the planner would make, costs more than either.
 */
const MANY_ENTRIES = 10_000;

function itemsWithWords(request: SearchRequest, occurrences: readonly Occurrences[], parameters: Parameters): string[] {
  const { query, words, people, view } = request;
  const weights = weightsOf(words, occurrences);
  return ITEM_KINDS.flatMap((kind) => {
    const entries = entriesIn(occurrences.filter(({ type }) => type === kind.code));
    if (entries === 0) return [];
    const { alias, table } = kind;
    const visible = visibility(kind, view, parameters).join(' AND ');
    const others = criteria(query, kind, people, parameters);
    // Other criteria are asked of the items that have the words, rather than of all.
    const sideBySide = entries >= MANY_ENTRIES && others.length === 0 && !byComments(query);
    const items = sideBySide ? `(SELECT id FROM ${table} ${alias} WHERE ${visible} ORDER BY id OFFSET 0)` : table;
    const conditions = sideBySide ? [] : [visible, ...others];
    return [
      `SELECT ${columnsOf(kind, 'ranked.points', query)}
       FROM (${pointsSql(words, weights, kind, parameters)}) ranked JOIN ${items} ${alias} ON ${alias}.id = ranked.item_id
       WHERE ${['TRUE', ...conditions].join(' AND ')}`,
    ];
  });
}

const columnsOf = ({ code, alias }: ItemKind, points: string, query: SearchQuery): string =>
  `'${code}' AS type, ${alias}.id, ${points} AS points${byComments(query) ? `, ${lastComment(code)} AS commented` : ''}`;

const lastComment = (code: ItemKind['code']): string =>
  code === 'p' ? '(SELECT max(comment.created_at) FROM comments comment WHERE comment.page_id = page.id)' : 'NULL::timestamptz';

function visibility({ type, alias, code }: ItemKind, view: View, parameters: Parameters): string[] {
  // Drafts are not found before they are published, not even by their owners.
  return [view.visible(type, alias, parameters), ...(code === 'p' ? ['NOT page.draft'] : [])];
}

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
