import { foldedSql, type Parameters, toTimestamp } from '@almanac/listing';
import type { ItemKind } from '../../../content/kinds/item-kinds';
import type { SearchFilter, SearchQuery, TagComparison, TagOperator } from './search-query';

/** SQL conditions for the items of a kind: exact texts, tags and filters must all hold, or not hold when negated. */
export function criteria({ exacts, tags, filters }: SearchQuery, context: CriteriaContext): string[] {
  const { kind, parameters } = context;
  const signed = (condition: string, { negated }: { negated: boolean }) =>
    negated ? `(${condition}) IS NOT TRUE` : condition;
  return [
    ...exacts.map((exact) => signed(textCondition(exact.text, 'anywhere', context), exact)),
    ...tags.map((tag) => signed(tagCondition(kind, tag, parameters), tag)),
    ...filters.flatMap((filter) => {
      const condition = filterCondition(filter, context);
      return condition === undefined ? [] : [signed(condition, filter)];
    }),
  ];
}

/** Where to search: in names, in bodies (page texts and descriptions), or in both. */
type TextPlace = 'name' | 'body' | 'anywhere';

/** SQL condition for the items of a kind that contain `text`, folded as in the index. */
function textCondition(text: string, place: TextPlace, { kind, clues, parameters }: CriteriaContext): string {
  const { alias, code } = kind;
  const needle = `search_fold(${parameters.add(text)})`;
  const contains = (column: string) => `strpos(search_fold(${column}), ${needle}) > 0`;
  const inName = contains(`${alias}.name`);
  const inBody =
    code === 'p'
      ? `EXISTS (SELECT 1 FROM page_contents content WHERE content.page_id = page.id AND ${contains('content.text')})`
      : contains(`${alias}.description`);
  const condition = { name: inName, body: inBody, anywhere: `(${inName} OR ${inBody})` }[place];
  const clue = clues.get(text);
  if (clue === undefined) return condition;
  const pattern = parameters.add(`%${clue.replaceAll(/[%_\\]/g, '\\$&')}%`);
  return `(${alias}.id IN (${itemsWithWordLike(code, pattern)}) AND ${condition})`;
}

// The array makes PostgreSQL look up the words once, and then use the index for each of them.
const itemsWithWordLike = (code: string, pattern: string): string => `
  SELECT entry.item_id FROM search_terms entry WHERE entry.item_type = '${code}' AND entry.term = ANY (ARRAY(
    SELECT word FROM search_vocabulary WHERE word LIKE ${pattern}))`;

const SYMBOLS: Record<Exclude<TagOperator, 'has' | 'like'>, string> = {
  '=': '=',
  '!=': '<>',
  '<': '<',
  '>': '>',
  '<=': '<=',
  '>=': '>=',
};

const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** SQL condition for the items of a kind that have such a tag; ignores its negation. */
function tagCondition(
  { alias, key }: ItemKind,
  { name, operator, value }: TagComparison,
  parameters: Parameters,
): string {
  const hasName = name === '' ? 'TRUE' : `${foldedSql('tag.name')} = fold(${parameters.add(name)})`;
  return `EXISTS (SELECT 1 FROM tags tag WHERE tag.${key} = ${alias}.id AND ${hasName} AND ${comparison(operator, value, parameters)})`;
}

/** If the query has a number, values compare as numbers. Values that are not numbers are then different, but neither less nor greater. */
function comparison(operator: TagOperator, value: string, parameters: Parameters): string {
  if (operator === 'has') return 'TRUE';
  // Without an escape character no pattern can be malformed.
  if (operator === 'like') return `${foldedSql('tag.value')} LIKE fold(${parameters.add(value)}) ESCAPE ''`;
  if (!NUMBER.test(value)) return `${foldedSql('tag.value')} ${SYMBOLS[operator]} fold(${parameters.add(value)})`;
  const number = `CASE WHEN tag.value ~ '^[+-]?\\d+(\\.\\d+)?$' THEN tag.value::numeric END`;
  const symbol = operator === '!=' ? 'IS DISTINCT FROM' : SYMBOLS[operator];
  return `(${number}) ${symbol} ${parameters.add(value)}::numeric`;
}

/** Ids of the users in filters, by their slug or `me`. */
export type People = ReadonlyMap<string, number>;

/** By an exact text, a part of it that lies within one word of the index: only items with that word are read. Without it, every item is. */
export type Clues = ReadonlyMap<string, string>;

interface CriteriaContext {
  kind: ItemKind;
  people: People;
  clues: Clues;
  parameters: Parameters;
}

/** Returns undefined for an unusable value: the filter is then ignored. */
type Reader = (value: string, context: CriteriaContext) => string | undefined;

const moment =
  (column: string, symbol: string): Reader =>
  (value, { kind, parameters }) => {
    const timestamp = toTimestamp(value);
    return timestamp === undefined ? undefined : `${kind.alias}.${column} ${symbol} ${parameters.add(timestamp)}`;
  };

const person =
  (column: string): Reader =>
  (value, { kind, people, parameters }) => {
    const id = people.get(value);
    return id === undefined ? undefined : `${kind.alias}.${column} = ${parameters.add(id)}`;
  };

const inName: Reader = (value, context) => textCondition(value, 'name', context);

/** Columns of a kind with the parents that a search can be limited to. */
const PARENTS: Record<string, Partial<Record<ItemKind['type'], string>>> = {
  book: { chapter: 'book_id', page: 'book_id' },
  chapter: { page: 'chapter_id' },
};

const inside: Reader = (value, { kind, parameters }) => {
  const [, parent = '', id = ''] = /^(book|chapter)\s*:\s*(\d{1,18})$/i.exec(value) ?? [];
  const columns = PARENTS[parent.toLowerCase()];
  if (!columns) return undefined;
  const column = columns[kind.type];
  return column === undefined ? 'FALSE' : `${kind.alias}.${column} = ${parameters.add(id)}::bigint`;
};

const READERS: Record<string, Reader> = {
  updated_after: moment('updated_at', '>='),
  updated_before: moment('updated_at', '<'),
  created_after: moment('created_at', '>='),
  created_before: moment('created_at', '<'),
  created_by: person('created_by'),
  updated_by: person('updated_by'),
  owned_by: person('owned_by'),
  in_name: inName,
  in_title: inName,
  in_body: (value, context) => textCondition(value, 'body', context),
  in: inside,
  is_restricted: (_value, { kind }) =>
    `EXISTS (SELECT 1 FROM entity_permissions override WHERE override.${kind.key} = ${kind.alias}.id)`,
  is_template: (_value, { kind }) => (kind.type === 'page' ? 'page.template' : 'FALSE'),
  // The API does not record views, so no item counts as viewed.
  viewed_by_me: () => 'FALSE',
  not_viewed_by_me: () => 'TRUE',
  type: (value, { kind }) =>
    value
      .toLowerCase()
      .split('|')
      .map((name) => name.trim())
      .includes(kind.type)
      ? 'TRUE'
      : 'FALSE',
};

/** Filters with a user as their value. */
export const PEOPLE_FILTERS = ['created_by', 'updated_by', 'owned_by'];

/** Filters with an exact text as their value. */
export const TEXT_FILTERS = ['in_name', 'in_title', 'in_body'];

/** SQL condition of a filter (content-behaviour §21), ignoring its negation; undefined for an unknown filter. */
function filterCondition({ name, value }: SearchFilter, context: CriteriaContext): string | undefined {
  return Object.hasOwn(READERS, name) ? READERS[name]?.(value, context) : undefined;
}
