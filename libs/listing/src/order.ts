import { comparable, type Parameters } from './conditions';
import type { ListingDefinition } from './fields';
import type { Direction, ListQuery, Position } from './parse-listing';

type Ordering = Pick<ListQuery, 'sort' | 'descending' | 'filters'>;

/** An expression that a list is sorted by. */
interface SortKey {
  readonly expression: string;
  readonly descending: boolean;
  /** Puts rows without a value first in ascending order; by default PostgreSQL puts them last. */
  readonly isNullLowest: boolean;
}

/** SQL for the rows of a part of the list; adds its values to the parameters. */
export type RangeCondition = (parameters: Parameters) => string;

/** All expressions that decide on the order of a list. Together they are unique. */
export function sortKeys(
  { fields, defaultSort, tieBreaks }: ListingDefinition,
  { sort, descending, filters }: Ordering,
): SortKey[] {
  const last = tieBreaks.map((column) => ({ ...keyOf(column), descending }));
  const ranks = filters.flatMap(({ field, operator }) => (operator === 'eq' ? (fields.get(field)?.rank ?? []) : []));
  if (ranks.length > 0 && sort === defaultSort && !descending) return [...ranks.map(keyOf), ...last];
  const field = fields.get(sort) ?? fields.get(defaultSort);
  if (field === undefined || field.column === tieBreaks[0]) return last;
  return [{ ...keyOf(comparable(field)), descending, isNullLowest: field.nulls === 'lowest' }, ...last];
}

/** Columns that hold a row's position, for `readPage`. */
export const keyColumns = (keys: readonly SortKey[]): string =>
  keys.map(({ expression }, index) => `(${expression})::text AS "$key${index + 1}"`).join(', ');

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
 * SQL conditions for the rows behind a position, one for each range of the order. The ranges are rows with a value of the first key, and rows without.
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
  const operator = isDown ? '<' : '>';
  // Without casts, PostgreSQL reads each value as the type of its expression.
  const values = (parameters: Parameters) => keys.map((_, index) => parameters.add(position[index])).join(', ');
  const behind: RangeCondition = (parameters) => `(${expressions}) ${operator} (${values(parameters)})`;
  const [first] = keys;
  if (first === undefined || keys.length < 3) return behind;
  // An index scan cannot begin at keys of several tables, but at the first one.
  return (parameters) => `${first.expression} ${operator}= ${parameters.add(position[0])} AND ${behind(parameters)}`;
}

const keyOf = (expression: string): SortKey => ({ expression, descending: false, isNullLowest: false });
