import { type Parameters, toTimestamp } from '@almanac/listing';
import type { ItemKind } from './item-kinds';
import type { SearchFilter } from './search-query';
import { textCondition } from './text-condition';

/** Ids of the users whom filters name, by what they are called there (a slug or `me`). */
export type People = ReadonlyMap<string, number>;

interface FilterContext {
  kind: ItemKind;
  people: People;
  parameters: Parameters;
}

/** Undefined when the value asks for nothing that could be looked for: the filter is then ignored. */
type Reader = (value: string, context: FilterContext) => string | undefined;

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

const inName: Reader = (value, { kind, parameters }) => textCondition(kind, value, 'name', parameters);

/** Which columns of a kind name the parents that a search can be limited to. */
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
  in_body: (value, { kind, parameters }) => textCondition(kind, value, 'body', parameters),
  in: inside,
  is_restricted: (_value, { kind }) => `EXISTS (SELECT 1 FROM entity_permissions override WHERE override.${kind.key} = ${kind.alias}.id)`,
  is_template: (_value, { kind }) => (kind.type === 'page' ? 'page.template' : 'FALSE'),
  // Reading through the interface leaves no trace, so nothing was viewed by anyone.
  viewed_by_me: () => 'FALSE',
  not_viewed_by_me: () => 'TRUE',
  type: (value, { kind }) => (value.toLowerCase().split('|').map((name) => name.trim()).includes(kind.type) ? 'TRUE' : 'FALSE'), // prettier-ignore
};

/** Names of the filters whose values are users. */
export const PEOPLE_FILTERS = ['created_by', 'updated_by', 'owned_by'];

/** SQL condition of a filter (content-behaviour §21), not looking at its negation; undefined for what is no filter. */
export function filterCondition({ name, value }: SearchFilter, context: FilterContext): string | undefined {
  return Object.hasOwn(READERS, name) ? READERS[name]?.(value, context) : undefined;
}
