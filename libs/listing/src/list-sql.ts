import type { ListingField, ListingDefinition } from './fields';
import type { Filter, ListQuery, Operator, Direction, Position } from './parse-listing';

const SYMBOLS: Record<Exclude<Operator, 'like'>, string> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  lt: '<',
  gte: '>=',
  lte: '<=',
};

/** For values that the column can never hold: no row is equal, less or greater, and every row differs. */
const incomparable = (operator: Operator): string => (operator === 'ne' ? 'TRUE' : 'FALSE');

/**
 * SQL for text without case and accents, in code point order. One index then serves equality, prefixes and sorting in any database locale.
 * A nondeterministic collation would not do: before version 18, PostgreSQL refuses LIKE on its columns.
 * @param expression SQL that yields text
 */
export const foldedSql = (expression: string): string => `fold(${expression}) COLLATE "C"`;

/** SQL by which a column is compared and sorted. */
export function comparable({ column, type }: Pick<ListingField, 'column' | 'type'>): string {
  if (type === 'word') return `${column} COLLATE "C"`;
  return type === 'text' ? foldedSql(column) : column;
}

const isText = ({ type }: Pick<ListingField, 'type'>): boolean => type === 'text' || type === 'word';

/** Collects SQL parameters in order. */
export class Parameters {
  /** @param values those of SQL that exists already; further ones are appended */
  constructor(readonly values: unknown[] = []) {}

  /** Adds a value and returns its placeholder. The same bytes are sent once, because they are often long. */
  add(value: unknown): string {
    const existing = value instanceof Uint8Array ? this.values.indexOf(value) : -1;
    return existing < 0 ? `$${this.values.push(value)}` : `$${existing + 1}`;
  }
}

/** The list's filters as one SQL condition (`TRUE` without filters). */
export function filterCondition(
  { fields }: ListingDefinition,
  { filters }: Pick<ListQuery, 'filters'>,
  parameters: Parameters,
): string {
  const conditions = filters.flatMap((filter) => {
    const field = fields.get(filter.field);
    return field ? [condition(field, filter, parameters)] : [];
  });
  return conditions.length > 0 ? conditions.join(' AND ') : 'TRUE';
}

function condition(field: ListingField, { operator, value }: Filter, parameters: Parameters): string {
  const { column, type } = field;
  if (operator === 'like') return `${printed(field)} LIKE fold(${parameters.add(completePattern(value))})`;
  const symbol = SYMBOLS[operator];
  if (isText(field)) return `${comparable(field)} ${symbol} fold(${parameters.add(value)})`;
  if (type === 'integer') return `${column} ${symbol} ${numberParameter(toInteger(value), parameters)}`;
  if (type === 'timestamp') return timestampCondition(column, operator, value, parameters);
  const isTrue = toBoolean(value);
  return isTrue === undefined ? incomparable(operator) : `${column} ${symbol} ${parameters.add(isTrue)}`;
}

/** The text that patterns are compared with: flags as 1 or 0, times in UTC without a fraction. */
function printed(field: ListingField): string {
  if (isText(field)) return comparable(field);
  if (field.type === 'boolean') return `(${field.column})::int::text`;
  return field.type === 'timestamp'
    ? `to_char(${field.column} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')`
    : foldedSql(`${field.column}::text`);
}

/** A time without a fraction matches its whole second, because the API prints times without fractions. */
function timestampCondition(
  column: string,
  operator: Exclude<Operator, 'like'>,
  value: string,
  parameters: Parameters,
): string {
  const from = toTimestamp(value);
  if (from === undefined) return incomparable(operator);
  const start = parameters.add(from);
  if (from.includes('.')) return `${column} ${SYMBOLS[operator]} ${start}`;
  const end = `${start}::timestamptz + interval '1 second'`;
  const conditions = {
    eq: `(${column} >= ${start} AND ${column} < ${end})`,
    ne: `(${column} < ${start} OR ${column} >= ${end})`,
    gt: `${column} >= ${end}`,
    gte: `${column} >= ${start}`,
    lt: `${column} < ${start}`,
    lte: `${column} < ${end}`,
  };
  return conditions[operator];
}

/** Whole numbers are compared as bigint, which can use an index. Other numbers are numeric, for which PostgreSQL converts every row. */
const numberParameter = (number: string, parameters: Parameters): string =>
  `${parameters.add(number)}::${/^[+-]?\d{1,18}$/.test(number) ? 'bigint' : 'numeric'}`;

/** A trailing backslash that escapes nothing means itself; PostgreSQL would refuse the pattern. */
const completePattern = (pattern: string): string => (/(?<!\\)(?:\\\\)*\\$/.test(pattern) ? `${pattern}\\` : pattern);

/** Reads the number at the start of the text, else 0, as the reference's database does. */
function toInteger(value: string): string {
  return /^\s*[+-]?\d+(\.\d+)?/.exec(value)?.[0].trim().slice(0, 40) ?? '0';
}

function toBoolean(value: string): boolean | undefined {
  if (/^(1|true)$/i.test(value)) return true;
  return /^(0|false|)$/i.test(value) ? false : undefined;
}

const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,6})?)?)?(?:Z|\+00:?00)?$/;

/**
 * `YYYY-MM-DD`, optionally with a time, in UTC; also the form that the API itself prints.
 * @returns a PostgreSQL timestamp literal; undefined for an invalid date
 */
export function toTimestamp(value: string): string | undefined {
  const [, year, month, day, hour = '0', minute = '00', second = '00', fraction = ''] = DATE.exec(value.trim()) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  const timely = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  return exists && timely && Number(year) > 0
    ? `${year}-${month}-${day} ${hour}:${minute}:${second}${fraction}+00`
    : undefined;
}

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

/** Columns that hold a row's position, for `readBatch`. */
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
