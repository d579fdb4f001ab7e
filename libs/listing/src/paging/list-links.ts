import type { RotatingSecret } from '@almanac/config';
import type { Request, Response } from 'express';
import type { ListLimits } from '../parse-listing';

/** Key under which an app keeps the settings of its lists: `app.set(LIST_SETTINGS, { … })`. */
export const LIST_SETTINGS = 'almanac list settings';

export interface ListSettings {
  readonly limits: ListLimits;
  /** Address of the API, from which links begin. */
  readonly baseUrl: string;
  /** Signs cursors. All processes of a service have the same. */
  readonly cursorSecret: RotatingSecret;
}

export const settingsOf = ({ app }: Request) => app.get(LIST_SETTINGS) as ListSettings;

export type PageLink = readonly [rel: 'first' | 'prev' | 'next' | 'last', address: string];

/** Node's HTTP clients read 16 KB of headers, and some proxies less. */
const MAX_LINK_BYTES = 12 * 1024;

/**
 * The links of a list for the header `Link` (RFC 8288). Each repeats the query of the request, so with a long query only `next` is left, which a
 * caller cannot do without; undefined when that is too long as well.
 */
export function linkHeader(links: readonly PageLink[]): string | undefined {
  const written = (some: readonly PageLink[]) => some.map(([rel, to]) => `<${to}>; rel="${rel}"`).join(', ');
  const candidates = [written(links), written(links.filter(([rel]) => rel === 'next'))];
  return candidates.find((header) => header !== '' && header.length <= MAX_LINK_BYTES);
}

/** The address of the called list, with the caller's parameters but those of the place, and with these instead. */
export function pageAddress(request: Request, place: Readonly<Record<string, string>>): string {
  const parameters = Object.entries(request.query).filter(([name]) => !PLACES.includes(name));
  const given = parameters.flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const query = new URLSearchParams([...given, ...Object.entries(place)]).toString();
  return `${settingsOf(request).baseUrl}${request.path}${query && `?${query}`}`;
}

const PLACES = ['offset', 'cursor', 'page'];

/** Sets `X-Total-Count` and `Link` of a list. */
export function setListHeaders(response: Response, total: number, links: readonly PageLink[]): void {
  response.setHeader('X-Total-Count', String(total));
  const link = linkHeader(links);
  if (link !== undefined) response.appendHeader('Link', link);
}

/** Sets the headers of a list whose pages have numbers. */
export function setNumberedListHeaders(
  response: Response,
  total: number,
  { page = 1, count }: { page?: number | undefined; count: number },
): void {
  const last = Math.max(1, Math.ceil(total / count));
  const to = (number: number) => pageAddress(response.req, { page: String(number) });
  setListHeaders(response, total, [
    ['first', to(1)],
    ...(page > 1 ? [['prev', to(Math.min(page - 1, last))] as const] : []),
    ...(page < last ? [['next', to(page + 1)] as const] : []),
    ['last', to(last)],
  ]);
}
