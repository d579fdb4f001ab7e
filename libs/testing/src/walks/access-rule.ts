import type { Body, Caller } from '../test-api';

/** An object of the API. Its members fill the parameters of paths; answers are searched for its name. */
export type Thing = { name: string } & Readonly<Record<string, unknown>>;

/** A kind of object. `visible` creates one that all callers may see; `hidden` one that is hidden, absent when the kind has none. */
export interface Kind<World> {
  visible: (world: World) => Promise<Thing>;
  hidden?: (world: World) => Promise<Thing>;
  /** The permissions to see such objects, e.g. `book-view`. Objects are hidden from callers without them. */
  view?: string | readonly string[];
}

/** The access rule of a route. */
export interface AccessRule<World> {
  /** Permissions that are checked before the object is looked up, as by `@Requires`. */
  requires?: string | readonly string[];
  /** Permissions on the object; all are needed. `book-update` means `book-update-all`, or `book-update-own` for own objects. */
  needs?: string | readonly string[];
  /** The permission to see the new object, which belongs to the caller, e.g. `book-view`. Callers without it cannot create one. */
  makes?: string;
  on?: Kind<World>;
  /** Values for parameters of the path that the object does not have. */
  params?: Readonly<Record<string, string>>;
  /** Restricts a list to the object, e.g. `filter[id]=7`. */
  query?: (thing: Thing) => string;
  body?: (thing: Thing) => Body;
  /** Anonymous callers are allowed, within their permissions. */
  isPublic?: boolean;
  /** Status for allowed callers. */
  success?: number;
  /** Status for callers who may not see the object. */
  hidden?: number;
  /** Statuses of exceptional callers, by name. */
  except?: Readonly<Record<string, number>>;
}

/** Rules by method and path as in the app's routes: `PUT /api/books/:id`. */
export type AccessRules<World> = Readonly<Record<string, AccessRule<World>>>;

export interface MatrixCaller extends Caller {
  permissions: readonly string[];
  /** This caller owns the visible objects. */
  isOwner?: boolean;
  seesHidden?: boolean;
  /** The token is valid, but its user may not call the API. */
  isRefused?: boolean;
}

/** Statuses for rules that do not set them. */
export interface MatrixDefaults {
  success: (method: string, path: string) => number;
  /** Absent when hidden objects are answered like any missing permission. */
  hidden?: number;
}

/** One request of the matrix. */
export interface Cell {
  method: string;
  path: string;
  callerName: string;
  caller: MatrixCaller;
  isHidden: boolean;
}

/** A list names no object in its path. It omits hidden objects instead of refusing. */
export const isList = ({ method, path }: Pick<Cell, 'method' | 'path'>): boolean =>
  method === 'GET' && !/[:*]/.test(path);

/** The expected status. Checks in order: caller, `requires`, visibility, permissions on the object (content-behaviour §1.2, §11). */
export function expectedStatus(rule: AccessRule<never>, cell: Cell, defaults: MatrixDefaults): number {
  const { method, path, callerName, caller } = cell;
  const exception = rule.except?.[callerName];
  if (exception !== undefined) return exception;
  if (caller.isRefused) return 403;
  const isAnonymous = caller.token === undefined;
  if (isAnonymous && !rule.isPublic) return 401;
  const refused = isAnonymous ? 401 : 403;
  if (!hasAll(caller, rule.requires)) return refused;
  const hidden = rule.hidden ?? (isList(cell) ? undefined : defaults.hidden);
  if (!canSee(cell, rule.on) && hidden !== undefined) return hidden;
  if (!hasAll(caller, rule.needs, endingsFor(cell))) return refused;
  if (defaults.hidden !== undefined && !hasAll(caller, rule.makes, OF_OWNER)) return defaults.hidden;
  return rule.success ?? defaults.success(method, path);
}

/** Whether the caller may see the object. */
export const canSee = (cell: Cell, kind: Kind<never> | undefined): boolean =>
  cell.isHidden ? cell.caller.seesHidden === true : hasAll(cell.caller, kind?.view, endingsFor(cell));

const OF_OWNER = ['-all', '-own'];

/** Hidden objects belong to another user, so `-own` permissions do not apply. */
const endingsFor = ({ caller, isHidden }: Cell): readonly string[] =>
  caller.isOwner === true && !isHidden ? OF_OWNER : ['-all'];

/** Whether the caller holds every permission, by its name or with one of the endings. */
function hasAll(
  { permissions }: MatrixCaller,
  rights: string | readonly string[] = [],
  endings: readonly string[] = [],
): boolean {
  return [rights].flat().every((right) => ['', ...endings].some((ending) => permissions.includes(`${right}${ending}`)));
}
