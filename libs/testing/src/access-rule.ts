import type { Body, Caller } from './test-api';

/** What a path names or a list shows. Its members fill the parameters of paths; its name is looked for in answers. */
export type Thing = { name: string } & Readonly<Record<string, unknown>>;

/** A kind of object: how one is made that the matrix's callers may see, and one that is hidden, unless objects of the kind never are. */
export interface Kind<World> {
  visible: (world: World) => Promise<Thing>;
  hidden?: (world: World) => Promise<Thing>;
}

/** Who may do what a route does. */
export interface AccessRule<World> {
  /** Rights that are asked for before the object is looked for, as `@Requires` does. */
  requires?: string | readonly string[];
  /** Rights on the object, all of which it takes. `book-update` stands for `book-update-all`, or `book-update-own` for one's own. */
  needs?: string | readonly string[];
  on?: Kind<World>;
  /** Values for parameters of the path that the object does not have. */
  params?: Readonly<Record<string, string>>;
  /** Narrows a list to the object at hand, e.g. `filter[id]=7`. */
  query?: (thing: Thing) => string;
  body?: (thing: Thing) => Body;
  /** Strangers get as far as their rights go. */
  isPublic?: boolean;
  /** Status for who may. */
  success?: number;
  /** Status for whom the object is hidden from. */
  hidden?: number;
  /** Statuses of callers, by name, to whom other laws apply. */
  except?: Readonly<Record<string, number>>;
}

/** By method and path as the app has them: `PUT /api/books/:id`. */
export type AccessRules<World> = Readonly<Record<string, AccessRule<World>>>;

export interface MatrixCaller extends Caller {
  permissions: readonly string[];
  /** Visible objects are this caller's. */
  isOwner?: boolean;
  seesHidden?: boolean;
  /** The token is good, but its user may not call the API. */
  isRefused?: boolean;
}

/** What holds unless a rule says otherwise. */
export interface MatrixDefaults {
  success: (method: string, path: string) => number;
  /** None where what is hidden is a matter of rights like everything else. */
  hidden?: number;
}

/** One question of the matrix. */
export interface Cell {
  method: string;
  path: string;
  callerName: string;
  caller: MatrixCaller;
  isHidden: boolean;
}

/** A list names no object: what is hidden is left out of it. */
export const isList = ({ method, path }: Pick<Cell, 'method' | 'path'>): boolean => method === 'GET' && !/[:*]/.test(path);

/** The status that a rule wants: unknown callers first, then rights of the caller, what is hidden, and rights on the object (content-behaviour §1.2, §11). */
export function expectedStatus(rule: AccessRule<never>, cell: Cell, defaults: MatrixDefaults): number {
  const { method, path, callerName, caller, isHidden } = cell;
  const exception = rule.except?.[callerName];
  if (exception !== undefined) return exception;
  if (caller.isRefused) return 403;
  const isStranger = caller.token === undefined;
  if (isStranger && !rule.isPublic) return 401;
  const refused = isStranger ? 401 : 403;
  if (!holdsAll(caller, rule.requires)) return refused;
  const hidden = rule.hidden ?? (isList(cell) ? undefined : defaults.hidden);
  if (isHidden && !caller.seesHidden && hidden !== undefined) return hidden;
  // Hidden objects are somebody else's, as far as rights on one's own go.
  const owns = caller.isOwner === true && !isHidden;
  return holdsAll(caller, rule.needs, ['-all', ...(owns ? ['-own'] : [])]) ? (rule.success ?? defaults.success(method, path)) : refused;
}

/** Every right, as it is named or with one of the endings. */
function holdsAll({ permissions }: MatrixCaller, rights: string | readonly string[] = [], endings: readonly string[] = []): boolean {
  return [rights].flat().every((right) => ['', ...endings].some((ending) => permissions.includes(`${right}${ending}`)));
}
