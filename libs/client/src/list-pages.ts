import { ApiError } from './api-error';

type Send = (path: string) => Promise<Response>;

/** The members of a list, from all its pages. A page is requested when the members before it are used up. */
export async function* listItems(send: Send, path: string): AsyncGenerator<unknown, void> {
  for (let next: string | undefined = path; next !== undefined;) {
    const response: Response = await send(next);
    if (!response.ok) throw await ApiError.of(response);
    const body: unknown = await response.json();
    const items = itemsIn(body);
    yield* items;
    // A list with links ends where none leads on.
    next = response.headers.has('link') ? linkedPath(response.headers) : followingPath(next, body, items.length);
  }
}

/** Both list styles have one array: `data` in the library, the plural of the kind in the calendar. */
function itemsIn(body: unknown): unknown[] {
  const members: unknown[] = typeof body === 'object' && body !== null ? Object.values(body) : [];
  return members.find((member): member is unknown[] => Array.isArray(member)) ?? [];
}

/** Only path and query of the link: the token never goes to another host. */
function linkedPath(headers: Headers): string | undefined {
  const link = /<([^>]+)>\s*;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1];
  if (link === undefined) return undefined;
  const { pathname, search } = new URL(link, 'http://localhost');
  return pathname + search;
}

/** The next page of a list with `total` and `offset`, where the answer has no link. */
function followingPath(path: string, body: unknown, count: number): string | undefined {
  const total: unknown = typeof body === 'object' && body !== null && 'total' in body ? body.total : undefined;
  const isCounted = typeof body === 'object' && body !== null && 'data' in body && typeof total === 'number';
  if (!isCounted || count === 0) return undefined;
  const url = new URL(path, 'http://localhost');
  const offset = Number(url.searchParams.get('offset') ?? 0) + count;
  if (offset >= total) return undefined;
  url.searchParams.set('offset', String(offset));
  return url.pathname + url.search;
}
