import type { PageQuery } from '@almanac/listing';

export interface ListAnswer {
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

export interface ListAnswerParts {
  /** Address of the collection, with a trailing slash. */
  collection: string;
  /** Member that holds the records, e.g. `events`. */
  name: string;
  records: readonly object[];
  total: number;
  page: PageQuery;
  /** The other parameters in effect, in the order in which links repeat them. */
  parameters: readonly (readonly [name: string, value: string])[];
}

/**
 * The envelope of a list with its headers (calendar-behaviour §3.1). Links keep every parameter, percent-encoded, so that following them
 * stays within the same list; a link to the first page has no `page`.
 */
export function listAnswer({ collection, name, records, total, page: { page, perPage }, parameters }: ListAnswerParts): ListAnswer {
  const totalPages = Math.ceil(total / perPage);
  const link = (to: number) =>
    address(collection, [...(to > 1 ? [['page', String(to)] as const] : []), ['per_page', String(perPage)], ...parameters]);
  const next = page < totalPages ? link(page + 1) : undefined;
  const previous = page > 1 && totalPages > 0 ? link(page - 1) : undefined;
  const self = address(collection, [['page', String(page)], ['per_page', String(perPage)], ...parameters]);
  return {
    headers: headers(total, totalPages, { first: link(1), prev: previous, next, last: totalPages > 0 ? link(totalPages) : undefined }),
    body: {
      [name]: records,
      rest_url: self,
      ...(next !== undefined && { next_rest_url: next }),
      ...(previous !== undefined && { previous_rest_url: previous }),
      total,
      total_pages: totalPages,
    },
  };
}

/** Neutral names and RFC 8288 links, beside the names that clients of the reference read. */
function headers(total: number, totalPages: number, links: Record<string, string | undefined>): Record<string, string> {
  const counts = { 'X-Total': total, 'X-Total-Pages': totalPages, 'X-TEC-Total': total, 'X-TEC-TotalPages': totalPages };
  const link = Object.entries(links).flatMap(([relation, target]) => (target === undefined ? [] : [`<${target}>; rel="${relation}"`]));
  return { ...Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, String(value)])), Link: link.join(', ') };
}

function address(collection: string, parameters: readonly (readonly [string, string])[]): string {
  return `${collection}?${parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
}

/** Parameters as they were sent, of those names only, lists as CSV; paging is not among them. */
export function sentParameters(input: Record<string, unknown>, names: readonly string[]): (readonly [string, string])[] {
  return names.flatMap((name) => {
    const value = input[name];
    if (value === undefined || value === null) return [];
    return [[name, Array.isArray(value) ? value.join(',') : String(value)] as const];
  });
}
