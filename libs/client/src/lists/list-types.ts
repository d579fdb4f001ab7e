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

export interface ListOptions<Parameters> {
  /** `{ path: { id: 7 }, query: { sort: '-name' } }` */
  params?: Parameters;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export type OptionsOf<Paths, Path extends keyof Paths> = ListOptions<ParametersOf<GetOf<Paths[Path]>>>;
