import { type Cursor, type Cursors, linkHeader, type ListBatch } from '@almanac/listing';

export type LinkValue = string | number | boolean | readonly (string | number)[] | undefined;

interface ListingLinks {
  readonly rest_url: string;
  /** Absent, not null, when there is no such page. */
  readonly next_rest_url?: string;
  readonly previous_rest_url?: string;
  /** Only pages at cursors have links to both ends. */
  readonly first?: string;
  readonly last?: string;
}

interface ListingPosition {
  readonly page: number;
  readonly perPage: number;
  readonly totalPages: number;
}

/**
 * The links of a list (calendar-behaviour §3.1). They repeat every parameter, so that they lead to pages of the same list. Values are percent-encoded, lists have commas.
 * `previous` from page 2 has no `page`. A page beyond the end, which only lists of terms have, leads back too.
 * @param base the address of the collection, e.g. `https://x.test/calendar/events/v1/events`, with or without a slash at its end
 * @param parameters the parameters in effect besides paging, in the order to show; undefined values and empty lists are left out
 */
export function listingLinks(
  base: string,
  parameters: Readonly<Record<string, LinkValue>>,
  { page, perPage, totalPages }: ListingPosition,
): ListingLinks {
  const address = `${base.replace(/\/+$/, '')}/`;
  const repeated = { per_page: perPage, ...parameters };
  const linkTo = (other: number) => `${address}?${queryText(other === 1 ? repeated : { ...repeated, page: other })}`;
  return {
    rest_url: `${address}?${queryText({ page, ...repeated })}`,
    ...(page < totalPages && { next_rest_url: linkTo(page + 1) }),
    ...(page > 1 && { previous_rest_url: linkTo(page - 1) }),
  };
}

/** The links of a page that begins at a cursor. */
export function cursorLinks(
  base: string,
  parameters: Readonly<Record<string, LinkValue>>,
  { start, end, place }: ListBatch<unknown>,
  cursors: Cursors,
): ListingLinks {
  const address = `${base.replace(/\/+$/, '')}/`;
  const linkTo = (cursor: Cursor) => `${address}?${queryText({ ...parameters, cursor: cursors.write(cursor) })}`;
  return {
    rest_url: linkTo(place.query.cursor ?? { direction: 'forward' }),
    first: linkTo({ direction: 'forward' }),
    ...(place.hasNext && end && { next_rest_url: linkTo({ direction: 'forward', position: end }) }),
    ...(place.hasPrevious && start && { previous_rest_url: linkTo({ direction: 'backward', position: start }) }),
    last: linkTo({ direction: 'backward' }),
  };
}

/** The same for the header `Link`; undefined when there are no links. */
export function linksHeader({ first, previous_rest_url, next_rest_url, last }: ListingLinks): string | undefined {
  return linkHeader([
    ...(first ? [['first', first] as const] : []),
    ...(next_rest_url ? [['next', next_rest_url] as const] : []),
    ...(previous_rest_url ? [['prev', previous_rest_url] as const] : []),
    ...(last ? [['last', last] as const] : []),
  ]);
}

/** Parameters as a query string; lists with commas, undefined and empty ones left out. */
export function queryText(parameters: Readonly<Record<string, LinkValue>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (typeof value !== 'object') query.append(name, String(value));
    // A comma inside an item would split the item in two.
    else if (value.some((item) => String(item).includes(',')))
      value.forEach((item) => query.append(`${name}[]`, String(item)));
    else if (value.length > 0) query.append(name, value.join(','));
  }
  return query.toString();
}
