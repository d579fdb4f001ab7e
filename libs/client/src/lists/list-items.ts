import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch';
import type { ItemOf, ListOptions, ListPath, OptionsOf } from './list-types';

/** Sends a GET to the system. Rejects with `ApiError`. */
export type Read = (url: string, options: Pick<RequestInit, 'headers' | 'signal'>) => Promise<Response>;

export interface Lists<Paths> {
  /** The members of a list, from all its pages. A page is requested when the members before it are used up. */
  items<Path extends ListPath<Paths>>(
    path: Path,
    options?: OptionsOf<Paths, Path>,
  ): AsyncGenerator<ItemOf<Paths, Path>, void>;
}

/** The services read the values of one parameter separated by commas. */
export const QUERY_STYLE = { array: { style: 'form', explode: false } } as const;

interface Parameters {
  query?: Record<string, unknown>;
  path?: Record<string, unknown>;
}

const isParameters = (params: unknown): params is Parameters => typeof params === 'object' && params !== null;

/**
 * The lists of the service at this address.
 * @param start query parameters of a first page whose number the caller does not give
 */
export function listsOf<Paths>(baseUrl: string, read: Read, start: Record<string, string> = {}): Lists<Paths> {
  function items<Path extends ListPath<Paths>>(
    path: Path,
    options?: OptionsOf<Paths, Path>,
  ): AsyncGenerator<ItemOf<Paths, Path>, void>;
  function items(path: string, { params, ...init }: ListOptions<unknown> = {}): AsyncGenerator<unknown, void> {
    const { query = {}, ...given } = isParameters(params) ? params : {};
    const first = createFinalURL(path, {
      baseUrl,
      params: { ...given, query: 'page' in query ? query : { ...start, ...query } },
      querySerializer: createQuerySerializer(QUERY_STYLE),
      pathSerializer: defaultPathSerializer,
    });
    return listItems((url) => read(url, init), first);
  }
  return { items };
}

async function* listItems(read: (url: string) => Promise<Response>, first: string): AsyncGenerator<unknown, void> {
  for (let next: string | undefined = first; next !== undefined;) {
    const response: Response = await read(next);
    const body: unknown = await response.json();
    yield* itemsIn(body);
    next = linkedUrl(next, response.headers);
  }
}

function itemsIn(body: unknown): unknown[] {
  const members: unknown[] = typeof body === 'object' && body !== null ? Object.values(body) : [];
  return members.find((member): member is unknown[] => Array.isArray(member)) ?? [];
}

/** The next page, on the host of the list: the token never goes to another one. The last page links to none. */
function linkedUrl(current: string, headers: Headers): string | undefined {
  const link = /<([^>]+)>\s*;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1];
  if (link === undefined) return undefined;
  const { pathname, search } = new URL(link, current);
  return new URL(pathname + search, current).href;
}
