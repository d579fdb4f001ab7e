import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch';

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

type GetOf<Path> = Path extends { get: infer Operation } ? Operation : never;

type ParametersOf<Operation> = Operation extends { parameters: infer Parameters } ? Parameters : never;

/** The names of the query parameters; an operation without them has the query `never`. */
type QueryNames<Operation> =
  ParametersOf<Operation> extends { query?: infer Query }
    ? [NonNullable<Query>] extends [never]
      ? never
      : keyof NonNullable<Query>
    : never;

type BodyOf<Operation> = Operation extends { responses: { 200: { content: { 'application/json': infer Body } } } }
  ? Body
  : never;

/** A list has one array: `data` in the library, the plural of the kind in the calendar. */
type ItemIn<Body> = {
  [Name in keyof Body]-?: NonNullable<Body[Name]> extends readonly (infer Item)[] ? Item : never;
}[keyof Body];

/** The parameters that lead from page to page. */
type PageParameter = 'offset' | 'page';

/** The paths of a service whose GET answers with a list in pages. */
export type ListPath<Paths> = {
  [Path in keyof Paths & string]: [PageParameter & QueryNames<GetOf<Paths[Path]>>] extends [never]
    ? never
    : [BodyOf<GetOf<Paths[Path]>>] extends [never]
      ? never
      : Path;
}[keyof Paths & string];

/** The members of a list. */
export type ItemOf<Paths, Path extends keyof Paths> = ItemIn<BodyOf<GetOf<Paths[Path]>>>;

interface ListOptions<Parameters> {
  /** `{ path: { id: 7 }, query: { sort: '-name' } }` */
  params?: Parameters;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

type OptionsOf<Paths, Path extends keyof Paths> = ListOptions<ParametersOf<GetOf<Paths[Path]>>>;
