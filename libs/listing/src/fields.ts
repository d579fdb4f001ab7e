/** How a field's filter values are read and how it compares. */
type FieldType = 'integer' | 'boolean' | 'timestamp' | 'text' | 'word';

export interface ListingField {
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
  (column: string, { filterable = true, sortable = true, nulls, rank }: FieldOptions = {}): ListingField => ({
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
  readonly fields: ReadonlyMap<string, ListingField>;
  readonly defaultSort: string;
  /** SQL expressions that order equal rows, so that batches never overlap. Together they are unique. */
  readonly tieBreaks: readonly string[];
}

/**
 * @param fields wire name to field; the first sortable one is the default order
 * @param tieBreaks expressions that are unique together; the field `id` by default
 */
export function defineListing(
  fields: Record<string, ListingField>,
  ...tieBreaks: readonly Pick<ListingField, 'column'>[]
): ListingDefinition {
  const defaultSort = Object.keys(fields).find((name) => fields[name]?.sortable);
  const last = tieBreaks.length > 0 ? tieBreaks : [fields['id']].filter((id) => id !== undefined);
  if (defaultSort === undefined || last.length === 0)
    throw new Error('a listing needs a sortable field and a tie-break');
  const definition = {
    fields: new Map(Object.entries(fields)),
    defaultSort,
    tieBreaks: last.map(({ column }) => column),
  };
  definitions.add(definition);
  return definition;
}

const definitions = new WeakSet<object>();

/** Whether the value is a definition of `defineListing`. */
export const isListing = (value: unknown): value is ListingDefinition =>
  typeof value === 'object' && value !== null && definitions.has(value);
