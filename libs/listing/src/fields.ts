/** How a field's filter values are read and how it compares. */
export type FieldType = 'integer' | 'boolean' | 'timestamp' | 'text' | 'word';

export interface Field {
  /** SQL expression, e.g. `page.book_id`. Never from user input. */
  readonly column: string;
  readonly type: FieldType;
  /** False for fields that can be sorted by only. */
  readonly filterable: boolean;
  /** False for fields that can be filtered on only. */
  readonly sortable: boolean;
  /** Place of rows without a value: `lowest` puts them first in ascending order, as on the reference; by default PostgreSQL's order. */
  readonly nulls: 'lowest' | undefined;
  /** SQL expression for the default order of a list that is filtered to one value of this field. */
  readonly rank: string | undefined;
}

interface FieldOptions {
  filterable?: boolean;
  sortable?: boolean;
  nulls?: 'lowest';
  rank?: string;
}

const field =
  (type: FieldType) =>
  (column: string, { filterable = true, sortable = true, nulls, rank }: FieldOptions = {}): Field => ({
    column,
    type,
    filterable,
    sortable,
    nulls,
    rank,
  });

export const integer = field('integer');
export const boolean = field('boolean');
export const timestamp = field('timestamp');
export const text = field('text');
/** For columns with lower-case names of our own (`page_update`). Filters ignore case as with `text`, but the column needs no `fold`. */
export const word = field('word');

/** A list's fields by wire name; the first one is the default sort. */
export interface ListingDefinition {
  readonly fields: ReadonlyMap<string, Field>;
  readonly defaultSort: string;
  /** Unique SQL expression that orders equal rows, so that pages never overlap. */
  readonly tieBreak: string;
  readonly tieBreakType: FieldType;
}

/**
 * @param fields wire name to field; the first sortable one is the default order
 * @param tieBreak a unique expression; the field `id` by default
 */
export function defineListing(fields: Record<string, Field>, tieBreak = fields['id']): ListingDefinition {
  const defaultSort = Object.keys(fields).find((name) => fields[name]?.sortable);
  if (defaultSort === undefined || tieBreak === undefined)
    throw new Error('a listing needs a sortable field and a tie-break');
  const definition = {
    fields: new Map(Object.entries(fields)),
    defaultSort,
    tieBreak: tieBreak.column,
    tieBreakType: tieBreak.type,
  };
  definitions.add(definition);
  return definition;
}

const definitions = new WeakSet<object>();

/** Whether the value is a definition of `defineListing`. */
export const isListing = (value: unknown): value is ListingDefinition =>
  typeof value === 'object' && value !== null && definitions.has(value);
