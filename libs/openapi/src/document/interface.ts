import type { ServedRoute } from '../routes/served-routes';
import type { NamedSchema } from '../schema';
import type { Examples } from './examples';
import type { ParameterExamples } from './parameter-examples';

/** The facts about an interface that hold for all its routes. */
export interface Interface {
  title: string;
  description: string;
  /** Address of the paths. */
  server: string;
  /** The body of every error. */
  problem: NamedSchema;
  /** Statuses of the refusals that each route has. */
  refusals: (route: ServedRoute, hasBody: boolean) => readonly number[];
  /** Query parameters of each route with a JSON answer, by component name. */
  parameters?: Readonly<Record<string, object>>;
  /** Headers of a list's answer, by name of the header and of its component. */
  listHeaders?: Readonly<Record<string, string>>;
  /** Callers without credentials may read. */
  isOpen: boolean;
  /** Further ways to identify a caller who reads, beside the token. */
  readers?: Readonly<Record<string, object>>;
  /** Explains groups of routes, by the first segment of their paths below the prefix. */
  groups: Readonly<Record<string, string>>;
  /** Name of an operation; by default those of its controller and handler. */
  nameOf?: (route: ServedRoute) => string;
  /** The group of a route. */
  groupOf: (path: string) => string;
  /** Other names for parameters of paths, where generated code has its own use for the name of a route. */
  keyNames?: Readonly<Record<string, string>>;
  parameterExamples?: ParameterExamples;
  examples: Examples;
}
