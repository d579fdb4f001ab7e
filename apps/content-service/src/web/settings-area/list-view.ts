import type { Filter, ListQuery } from '@almanac/listing';
import { batchQuery, batchNumber, type Pager, pagerOf } from '../list-batches';

const PER_PAGE = 50;
const MAX_LENGTH = 200;

interface ListParts {
  /** Fields to sort by. The list begins with the first one; a minus sign means descending. */
  sorts: readonly [string, ...string[]];
  /** Names of the filters. */
  filters?: readonly string[];
}

/** The state of a list that its address holds: filters, order and number of the batch. Links to other states keep the rest. */
export class ListView {
  /** The filters as they were typed. */
  readonly filters: Readonly<Record<string, string>>;
  private readonly batch: number;
  private readonly sort: string;

  constructor(
    readonly path: string,
    parameters: Readonly<Record<string, unknown>>,
    { sorts, filters = [] }: ListParts,
  ) {
    this.batch = batchNumber(parameters['page']);
    this.filters = Object.fromEntries(filters.map((name) => [name, textIn(parameters[name])]));
    const requested = textIn(parameters['sort']);
    this.sort = sorts.some((sort) => fieldOf(sort) === fieldOf(requested)) ? requested : sorts[0];
  }

  /** The query of the service that lists the rows. */
  query(filters: readonly Filter[] = []): ListQuery {
    const order = { sort: fieldOf(this.sort), descending: isDescending(this.sort) };
    return batchQuery(this.batch, { ...order, filters, count: PER_PAGE });
  }

  pager(total: number): Pager {
    return pagerOf(this.batch, total, this.address(this.sort), PER_PAGE);
  }

  /** The link in the heading of a column, which sorts by it, or turns the order round. */
  column(field: string): { href: string; order: 'ascending' | 'descending' | undefined } {
    if (fieldOf(this.sort) !== field) return { href: this.address(field), order: undefined };
    return isDescending(this.sort)
      ? { href: this.address(field), order: 'descending' }
      : { href: this.address(`-${field}`), order: 'ascending' };
  }

  /** The order in force, which the form with the filters sends along. */
  get order(): string {
    return this.sort;
  }

  private address(sort: string): string {
    const filled = Object.entries(this.filters).filter(([, value]) => value !== '');
    return `${this.path}?${new URLSearchParams([...filled, ['sort', sort]]).toString()}`;
  }
}

const fieldOf = (sort: string): string => sort.replace(/^-/, '');
const isDescending = (sort: string): boolean => sort.startsWith('-');

const textIn = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().trim().slice(0, MAX_LENGTH) : '';

/** A filter for texts that contain the searched one; none for an empty search. */
export const containing = (field: string, search = ''): Filter[] =>
  search === '' ? [] : [{ field, operator: 'like', value: `%${literal(search)}%` }];

/** The text as a pattern of LIKE that matches only itself. */
export const literal = (text: string): string => text.replace(/[%_\\]/g, String.raw`\$&`);
