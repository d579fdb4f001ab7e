import type { DtoClass } from '@almanac/validation';
import type { Schema } from './schema';

/** What only its author knows of a route; path, verb and status are read from the route itself. */
export interface RouteNote {
  summary: string;
  /** The query's parameters, or the body's members. Not needed where the handler's `@Input()` has a DTO class as its type. */
  takes?: DtoClass<object>;
  /** Media types of the body, unless it is JSON or a form. */
  bodyTypes?: readonly string[];
  /** What the parameters of the path mean, beside ids and slugs. */
  keys?: Readonly<Record<string, string>>;
  /** What comes back when all went well. */
  answer: Schema;
  /** Media type of the answer, unless it is JSON. */
  mediaType?: string;
  /** A list, which tells its size in headers. */
  isList?: true;
  /** Statuses of refusals beside those that every such route has. */
  refusals?: readonly number[];
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** By verb and path below the controller's: `GET /:id`. */
export type RouteNotes = Readonly<Partial<Record<`${Method} /${string}`, RouteNote>>>;

const NOTES = new WeakMap<object, RouteNotes>();

/** Describes the routes of a controller. A test sees to it that no route goes without. */
export const Routes =
  (notes: RouteNotes): ClassDecorator =>
  (controller) =>
    void NOTES.set(controller, notes);

export const routeNotesOf = (controller: object): Map<string, RouteNote | undefined> =>
  new Map(Object.entries(NOTES.get(controller) ?? {}));
