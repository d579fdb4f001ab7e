/** How a field's filter values are read and how it compares. */
export type FieldType = 'integer' | 'boolean' | 'timestamp' | 'text' | 'word';

export interface Field {
  /** SQL expression, e.g. `page.book_id`. Written by us, never by a caller. */
  readonly column: string;
  readonly type: FieldType;
  /** False for fields that can be sorted by only. */
  readonly filterable: boolean;
  /** False for fields that can be filtered on only. */
  readonly sortable: boolean;
  /** Where rows without a value stand: `lowest` is before all others in ascending order, as on the reference; else where PostgreSQL puts them. */
  readonly nulls: 'lowest' | undefined;
  /** SQL expression that orders rows of one value: the default order of a list that is filtered to that value. */
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
/** A word of ours, in small letters without accents (`page_update`): filters ignore case as with `text`, but there is nothing to fold in the column. */
export const word = field('word');

/** A list's fields by wire name; the first one is the default sort. */
export interface ListingDefinition {
  readonly fields: ReadonlyMap<string, Field>;
  readonly defaultSort: string;
  /** Unique SQL expression that settles the order of equal rows, so that pages never overlap. */
  readonly tieBreak: string;
}

/**
 * @param fields wire name to field; the first sortable one is the default order
 * @param tieBreak unique SQL expression; the column of `id` unless given
 */
export function defineListing(fields: Record<string, Field>, tieBreak?: string): ListingDefinition {
  const defaultSort = Object.keys(fields).find((name) => fields[name]?.sortable);
  const last = tieBreak ?? fields['id']?.column;
  if (defaultSort === undefined || last === undefined) throw new Error('a listing needs a sortable field and a tie-break');
  return { fields: new Map(Object.entries(fields)), defaultSort, tieBreak: last };
}
