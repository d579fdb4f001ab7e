import type { ListingDefinition } from './fields';

export type Operator = 'eq' | 'ne' | 'gt' | 'lt' | 'gte' | 'lte' | 'like';

export interface Filter {
  readonly field: string;
  readonly operator: Operator;
  readonly value: string;
}

/** The values of a row's sort keys, as PostgreSQL prints them. A list of rows continues after such a position, or ends before it. */
export type Position = readonly (string | null)[];

/** The direction in which rows are read from a position. */
export type Direction = 'forward' | 'backward';

/** A place in the order of a list. Pages that begin there neither repeat nor skip rows when others are inserted or deleted. */
export interface Cursor {
  readonly direction: Direction;
  /** Undefined for the start of the list, or backward from its end. */
  readonly position?: Position | undefined;
}

export interface ListQuery {
  readonly count: number;
  readonly offset: number;
  readonly sort: string;
  readonly descending: boolean;
  readonly filters: readonly Filter[];
  /** Where the page begins, instead of an offset. */
  readonly cursor?: Cursor;
}

export interface ListLimits {
  readonly defaultCount: number;
  readonly maxCount: number;
}

export const DEFAULT_LIMITS: ListLimits = { defaultCount: 100, maxCount: 500 };

/** A query string as express's simple parser gives it: flat keys such as `filter[name:like]`. */
export type FlatQuery = Readonly<Record<string, unknown>>;

const OPERATORS: readonly string[] = ['eq', 'ne', 'gt', 'lt', 'gte', 'lte', 'like'];
const isOperator = (word: string | undefined): word is Operator => word !== undefined && OPERATORS.includes(word);

/** Reads count, offset, sort and filters. Invalid values are never an error (content-behaviour §5.2). */
export function parseListing(
  definition: ListingDefinition,
  query: FlatQuery,
  limits: ListLimits = DEFAULT_LIMITS,
): ListQuery {
  return {
    count: parseCount(query, limits),
    offset: parseOffset(lastOf(query['offset'])),
    ...parseSort(definition, lastOf(query['sort'])),
    filters: parseFilters(definition, query),
  };
}

/** The last value of a repeated parameter. Texts are trimmed and lose NUL, which PostgreSQL cannot store in texts. */
function lastOf(value: unknown): unknown {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === 'string' ? last.replaceAll('\0', '').trim() : last;
}

function parseCount(query: FlatQuery, { defaultCount, maxCount }: ListLimits): number {
  const raw = lastOf(query['count']);
  if (raw === undefined) return 'count[]' in query ? maxCount : Math.min(defaultCount, maxCount);
  if (raw === '') return 1;
  const requested = typeof raw === 'string' ? Number(raw) : Number.NaN;
  // On the reference, text that is no number means the maximum, and clients rely on it.
  return Number.isNaN(requested) ? maxCount : Math.trunc(Math.max(1, Math.min(maxCount, requested)));
}

/** More than the rows of any table, and well within PostgreSQL's bigint. */
const MAX_OFFSET = 9_000_000_000_000;

function parseOffset(raw: unknown): number {
  const requested = typeof raw === 'string' ? Number.parseInt(raw, 10) : Number.NaN;
  return Number.isNaN(requested) ? 0 : Math.min(Math.max(0, requested), MAX_OFFSET);
}

function parseSort({ fields, defaultSort }: ListingDefinition, raw: unknown): Pick<ListQuery, 'sort' | 'descending'> {
  const requested = typeof raw === 'string' ? raw : '';
  const name = requested.replace(/^[+\- ]+/, '');
  return { sort: fields.get(name)?.sortable ? name : defaultSort, descending: requested.startsWith('-') };
}

/** `filter[field]`, `filter[field:op]` or a list of either; unknown fields are ignored, unknown operators mean equality. */
function parseFilters({ fields }: ListingDefinition, query: FlatQuery): Filter[] {
  return Object.entries(query).flatMap(([key, value]) => {
    // The reference reads the list `filter[id][]=1` as its value.
    const [, inside] = /^filter\[([^\]]*)\](?:\[[^\]]*\])?$/.exec(key) ?? [];
    if (inside === undefined) return [];
    const [name = '', operator] = inside.split(':');
    const field = name.toLowerCase();
    if (!fields.get(field)?.filterable) return [];
    const last = lastOf(value);
    return typeof last === 'string' ? [{ field, operator: isOperator(operator) ? operator : 'eq', value: last }] : [];
  });
}
