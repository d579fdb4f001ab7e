import { comparable, type Parameters } from './conditions';
import type { FieldType, ListingDefinition } from './fields';
import type { ListQuery } from './parse-listing';

type Ordering = Pick<ListQuery, 'sort' | 'descending' | 'filters'>;

/** An expression that a list is sorted by. */
interface SortKey {
  readonly expression: string;
  readonly type: FieldType;
  readonly descending: boolean;
  /** Puts rows without a value first in ascending order; by default PostgreSQL puts them last. */
  readonly isNullLowest: boolean;
}

/** The values of a row's sort keys, as PostgreSQL prints them. A list of rows continues after such a position, or ends before it. */
export type Position = readonly (string | null)[];

/** The direction in which rows are read from a position. */
export type Direction = 'forward' | 'backward';

type RangeCondition = (parameters: Parameters) => string;

const TYPES: Record<FieldType, string> = {
  integer: 'bigint',
  boolean: 'boolean',
  timestamp: 'timestamptz',
  text: 'text',
  word: 'text',
};

/** All expressions that decide on the order of a list; the last one is unique. */
export function sortKeys(
  { fields, defaultSort, tieBreak, tieBreakType }: ListingDefinition,
  { sort, descending, filters }: Ordering,
): SortKey[] {
  const last = { ...keyOf(tieBreak, tieBreakType), descending };
  const ranks = filters.flatMap(({ field, operator }) => (operator === 'eq' ? (fields.get(field)?.rank ?? []) : []));
  if (ranks.length > 0 && sort === defaultSort && !descending)
    return [...ranks.map((rank) => keyOf(rank, 'integer')), last];
  const field = fields.get(sort) ?? fields.get(defaultSort);
  if (field === undefined || field.column === tieBreak) return [last];
  const key = { ...keyOf(comparable(field), field.type), descending, isNullLowest: field.nulls === 'lowest' };
  return [key, last];
}

export const orderBy = (definition: ListingDefinition, query: Ordering): string =>
  orderOf(sortKeys(definition, query), 'forward');

export function orderOf(keys: readonly SortKey[], direction: Direction): string {
  const isBackward = direction === 'backward';
  return keys
    .map(({ expression, descending, isNullLowest }) => {
      const isDown = descending !== isBackward;
      const nulls = isDown ? 'DESC NULLS LAST' : 'ASC NULLS FIRST';
      return `${expression} ${isNullLowest ? nulls : isDown ? 'DESC' : 'ASC'}`;
    })
    .join(', ');
}

/**
 * SQL conditions for the rows behind a position, one for each range of the order: rows with a value of the first key, and rows without one.
 * They are separate conditions, because PostgreSQL can begin an index scan at one range, but not at two.
 */
export function rangesBehind(keys: readonly SortKey[], position: Position, direction: Direction): RangeCondition[] {
  const [first] = keys;
  if (first === undefined) return [];
  const isDown = first.descending !== (direction === 'backward');
  const isNullFirst = first.isNullLowest !== isDown;
  const isNull = `${first.expression} IS NULL`;
  if (position[0] === null) {
    const others = compared(keys.slice(1), position.slice(1), isDown);
    return [(parameters) => `${isNull} AND ${others(parameters)}`, ...(isNullFirst ? [() => `NOT (${isNull})`] : [])];
  }
  const here = compared(keys, position, isDown);
  return keys.length > 1 && !isNullFirst ? [here, () => isNull] : [here];
}

function compared(keys: readonly SortKey[], position: Position, isDown: boolean): RangeCondition {
  const expressions = keys.map(({ expression }) => expression).join(', ');
  const values = (parameters: Parameters) =>
    keys.map(({ type }, index) => `${parameters.add(position[index])}::${TYPES[type]}`).join(', ');
  return (parameters) => `(${expressions}) ${isDown ? '<' : '>'} (${values(parameters)})`;
}

const keyOf = (expression: string, type: FieldType): SortKey => ({
  expression,
  type,
  descending: false,
  isNullLowest: false,
});
