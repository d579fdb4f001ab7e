import { parseTimeZone, type TimeZone } from '../../../calendar/time-zones/time-zone';

/** The filters of views, by the names of the parameters of the API. */
const VIEW_FILTERS = ['search', 'categories', 'tags', 'venue', 'organizer', 'featured'] as const;
export type ViewFilter = (typeof VIEW_FILTERS)[number];

const MAX_TEXT = 200;

/** The query of a view. */
export interface ViewRequest {
  /** The filters in effect. */
  filters: Partial<Record<ViewFilter, string>>;
  /** The clock of the reader. Without it, each event is shown on its own clock. */
  zone: TimeZone | undefined;
  isPast: boolean;
}

/** Empty fields of the form and unknown zones count as absent. */
export function readViewRequest(query: Readonly<Record<string, unknown>>): ViewRequest {
  const text = (name: string): string => {
    const value = query[name];
    // The database cannot compare a text with NUL.
    return typeof value === 'string' ? value.replaceAll('\0', '').trim().slice(0, MAX_TEXT) : '';
  };
  const filters = VIEW_FILTERS.map((name) => [name, text(name)] as const).filter(([, value]) => value !== '');
  const zone = text('zone');
  return {
    filters: Object.fromEntries(filters),
    zone: zone === '' ? undefined : parseTimeZone(zone),
    isPast: text('past') !== '',
  };
}

export const isFiltered = ({ filters }: ViewRequest): boolean => Object.keys(filters).length > 0;

/** The address of a view with the same filters and clock. */
export function viewPath(path: string, { filters, zone }: ViewRequest, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...filters, ...(zone && { zone: zone.name }), ...more }).toString();
  return query === '' ? path : `${path}?${query}`;
}

const MAX_PAGE = 1_000;

/** The number of a batch of a list; 1 for a text that is none. */
export function batchNumberOf(requested: unknown): number {
  const page = typeof requested === 'string' ? Number.parseInt(requested, 10) : 1;
  return Number.isNaN(page) ? 1 : Math.min(Math.max(1, page), MAX_PAGE);
}

/**
 * The links of the template `pager` to the neighbouring batches of a list.
 * @param pathTo the address of the list with this parameter
 */
export function pagerOf(page: number, total: number, perPage: number, pathTo: (more: { page: string }) => string) {
  const pages = Math.max(1, Math.ceil(total / perPage));
  return {
    page,
    pages,
    // Beyond the last batch, the link leads to the last one.
    previous: page > 1 ? pathTo({ page: String(Math.min(page - 1, pages)) }) : undefined,
    next: page < pages ? pathTo({ page: String(page + 1) }) : undefined,
  };
}
