import { selectComputed, type Sql, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import type { View } from '../../../content/access/access.service';
import { ALL_KINDS, type ItemKind } from '../../../content/kinds/item-kinds';
import { type Clues, criteria, type People } from './criteria';
import type { SearchQuery } from './search-query';

export interface SearchRequest {
  query: SearchQuery;
  /** Empty when the query has no words. */
  words: IndexWords;
  people: People;
  clues: Clues;
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
 * The SQL of a search: hits of one page in their order, and the exact number of all hits that the caller may see. Words are looked up in
 * the word index; all other criteria and access are checked on the items.
 * @param occurrences of the words in the whole index; must not be empty if there are words
 */
export function searchSql(
  request: SearchRequest,
  occurrences: readonly Occurrences[],
): { statement: Sql<HitRow>; values: unknown[] } {
  const parameters = new Parameters();
  const branches =
    request.words.texts.length === 0
      ? ALL_KINDS.map((kind) => allItems(kind, request, parameters))
      : itemsWithWords(request, occurrences, parameters);
  const columns = selectComputed<HitRow>({ total: 'counted.total', type: 'hit.type', id: 'hit.id' });
  const statement = sql`WITH found AS MATERIALIZED (${branches.join(' UNION ALL ')})
    SELECT ${columns} FROM (SELECT count(*)::int AS total FROM found) counted
    LEFT JOIN (SELECT row_number() OVER () AS place, page.* FROM (
      SELECT type, id FROM found ORDER BY ${orderOf(request.query)} LIMIT ${parameters.add(request.limit)} OFFSET ${parameters.add(request.offset)}
    ) page) hit ON TRUE
    ORDER BY hit.place`;
  return { statement, values: parameters.values };
}

function allItems(kind: ItemKind, request: SearchRequest, parameters: Parameters): string {
  const conditions = [
    findable(kind, request.view, parameters),
    ...criteria(request.query, { ...request, kind, parameters }),
  ];
  return `SELECT ${columnsOf(kind, '0', request.query)} FROM ${kind.table} ${kind.alias} WHERE ${conditions.join(' AND ')}`;
}

/**
 * Index entries from which all visible items are merged with the matching ones, both in the order of their ids. Below it, items are looked
 * up one by one. The planner would hash all visible items, which costs more than either.
 */
const MANY_ENTRIES = 10_000;

function itemsWithWords(request: SearchRequest, occurrences: readonly Occurrences[], parameters: Parameters): string[] {
  const { query, words, view } = request;
  const weights = weightsOf(words, occurrences);
  // Entries of other kinds may come after the last one that was counted.
  const isCutShort = words.texts.length === 1 && entriesIn(occurrences) === MANY_ENTRIES;
  return ALL_KINDS.flatMap((kind) => {
    const entries = isCutShort ? MANY_ENTRIES : entriesIn(occurrences.filter(({ type }) => type === kind.code));
    if (entries === 0) return [];
    const { alias, table } = kind;
    const visible = findable(kind, view, parameters);
    const others = criteria(query, { ...request, kind, parameters });
    // Other criteria are checked only on items that have the words.
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
  code === 'p'
    ? '(SELECT max(comment.created_at) FROM comments comment WHERE comment.page_id = page.id)'
    : 'NULL::timestamptz';

/** Drafts are not found, not even by their owners. */
export const findable = ({ type, alias, code }: ItemKind, view: View, parameters: Parameters): string =>
  `${view.visible(type, alias, parameters)}${code === 'p' ? ' AND NOT page.draft' : ''}`;

const byComments = ({ filters }: SearchQuery): boolean =>
  filters.some(({ name, value, negated }) => name === 'sort_by' && value === 'last_commented' && !negated);

/** Best first; the id settles ties, so that pages never overlap. */
const orderOf = (query: SearchQuery): string =>
  `${byComments(query) ? 'commented DESC NULLS LAST, ' : ''}points DESC, id, type`;

/** Folded words to look up in the index: by prefix (`^@`), or whole (`=`) when they come from the index itself. */
export interface IndexWords {
  readonly texts: readonly string[];
  readonly match: '^@' | '=';
}

/** Number of index entries of a word for one kind of item, without access checks. `word` is its position among the words. */
export interface Occurrences {
  readonly word: number;
  readonly type: ItemKind['code'];
  readonly entries: number;
}

/** Maximum length of the words in the index. */
const MAX_LENGTH = 100;

/**
 * Returns rows of `Occurrences`; words that do not occur have none. The weight of a single word does not depend on its number of entries.
 * So counting ends when the number is large enough to choose the plan.
 */
export function occurrencesSql(words: IndexWords, parameters: Parameters): Sql<Occurrences> {
  const entries = entriesOf(words, (word) => `${word} AS word, item_type AS type`, parameters);
  const columns = selectComputed<Occurrences>({ word: 'word', type: 'type', entries: 'count(*)::int' });
  return sql`SELECT ${columns} FROM (${entries} ${words.texts.length === 1 ? `LIMIT ${MANY_ENTRIES}` : ''}) found
   GROUP BY word, type`;
}

/**
 * Points of each item of a kind: the sum over its words, where frequent words count less (content-behaviour §21). Integers, because the sum
 * of fractions depends on their order, and pages of results must not overlap. Ordered by item, so that looking up the items reads their
 * index in sequence.
 */
function pointsSql(words: IndexWords, weights: readonly number[], kind: ItemKind, parameters: Parameters): string {
  const points = (word: number) => `item_id, round(score * ${parameters.add(weights[word])}::float8 * 1000) AS points`;
  const entries = entriesOf(words, points, parameters, `AND item_type = '${kind.code}'`);
  return `SELECT item_id, sum(points)::bigint AS points FROM (SELECT * FROM (${entries}) found ORDER BY item_id) entry GROUP BY item_id`;
}

/** Weight of each word: the rarer, the higher. */
function weightsOf({ texts }: IndexWords, occurrences: readonly Occurrences[]): number[] {
  const entries = texts.map((_, word) => entriesIn(occurrences.filter((one) => one.word === word)));
  const most = entries.reduce((most, number) => Math.max(most, number), 1);
  return entries.map((number) => 1.3 - number / most);
}

const entriesIn = (occurrences: readonly Occurrences[]): number =>
  occurrences.reduce((sum, { entries }) => sum + entries, 0);

function entriesOf(
  { texts, match }: IndexWords,
  columns: (word: number) => string,
  parameters: Parameters,
  condition = '',
): string {
  return texts
    .map((text, word) => {
      // An empty prefix would match every word.
      const term = `nullif(${parameters.add(Array.from(text).slice(0, MAX_LENGTH).join(''))}, '')`;
      return `SELECT ${columns(word)} FROM search_terms WHERE term ${match} ${term} ${condition}`;
    })
    .join(' UNION ALL ');
}
