import type { Filter, ListQuery } from '@almanac/listing';

const PER_PAGE = 24;
const MAX_PAGE = 100_000;

/** A query of a list, by name unless `query` says otherwise. */
export const listQuery = (query: Partial<ListQuery>): ListQuery => ({
  count: PER_PAGE,
  offset: 0,
  sort: 'name',
  descending: false,
  filters: [],
  ...query,
});

/** A filter for records with this value in a field. */
export const having = (field: string, value: string | number | boolean): Filter => ({
  field,
  operator: 'eq',
  value: String(value),
});

/** The number of a batch, from the address of its list. */
export function batchNumber(requested: unknown): number {
  const page = typeof requested === 'string' ? Number.parseInt(requested, 10) : 1;
  return Number.isNaN(page) ? 1 : Math.min(Math.max(1, page), MAX_PAGE);
}

/** The query of one batch of a list. */
export const batchQuery = (page: number, query: Partial<ListQuery> = {}): ListQuery =>
  listQuery({ ...query, offset: (page - 1) * (query.count ?? PER_PAGE) });

/** Links to the neighbouring batches of a list, as the template `pager` reads them. */
export interface Pager {
  page: number;
  pages: number;
  previous?: string;
  next?: string;
}

/**
 * @param path address of the list with its other parameters
 * @param name the parameter with the number of the batch
 */
export function pagerOf(page: number, total: number, path: string, count = PER_PAGE, name = 'page'): Pager {
  const pages = Math.max(1, Math.ceil(total / count));
  const to = (number: number) => `${path}${path.includes('?') ? '&' : '?'}${name}=${number}`;
  // Beyond the last batch, the link leads to the last one.
  const previous = Math.min(page - 1, pages);
  return { page, pages, ...(previous > 0 && { previous: to(previous) }), ...(page < pages && { next: to(page + 1) }) };
}
