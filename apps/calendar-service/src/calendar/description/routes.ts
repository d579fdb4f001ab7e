import type { DtoClass } from '@almanac/validation';
import type { Schema } from './schema';

/** The facts about a route that its code does not declare. Path, verb and status are read from the route itself. */
export interface RouteNote {
  summary: string;
  /** The query's parameters, or the body's members. Not needed where the handler's `@Input()` has a DTO class as its type. */
  takes?: DtoClass<object>;
  /** Media types of the body, unless it is JSON or a form. */
  bodyTypes?: readonly string[];
  /** Meaning of the path parameters, except ids and slugs. */
  keys?: Readonly<Record<string, string>>;
  /** The body of a successful answer. */
  answer: Schema;
  /** Media type of the answer, unless it is JSON. */
  mediaType?: string;
  /** A list; headers give its size. */
  isList?: true;
  /** Statuses of refusals, except those that every such route has. */
  refusals?: readonly number[];
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** By verb and path relative to the controller: `GET /:id`. */
export type RouteNotes = Readonly<Partial<Record<`${Method} /${string}`, RouteNote>>>;

const NOTES = new WeakMap<object, RouteNotes>();

/** Describes the routes of a controller. A test requires a description for every route. */
export const Routes =
  (notes: RouteNotes): ClassDecorator =>
  (controller) =>
    void NOTES.set(controller, notes);

export const routeNotesOf = (controller: object): Map<string, RouteNote | undefined> =>
  new Map(Object.entries(NOTES.get(controller) ?? {}));
