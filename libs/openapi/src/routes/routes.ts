import { isListing, type ListingDefinition } from '@almanac/listing';
import type { DtoClass } from '@almanac/validation';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import type { Schema } from '../schema';

/** A further answer of a route. */
interface OtherAnswer {
  description: string;
  /** Absent for an answer without a body. */
  answer?: Schema;
}

/** The facts about a route that its code does not declare. Path, verb and status are read from the route itself. */
export interface RouteNote {
  summary: string;
  /** More than the summary says, in Markdown. */
  description?: string;
  /** Name of the operation, unless the handler's name serves. */
  name?: string;
  /** The query's parameters, or the body's members. Not needed where the handler's `@Input()` has a DTO class as its type. */
  takes?: DtoClass<object>;
  /** Bodies by media type, unless they are JSON and forms with the fields; the query has the fields then. */
  bodies?: Readonly<Record<string, Schema>>;
  /** Meaning of the path parameters, except ids and slugs. A schema limits their values. */
  keys?: Readonly<Record<string, string | ({ description: string } & Readonly<Record<string, unknown>>)>>;
  /** The body of a successful answer. Absent for an answer without a body. */
  answer?: Schema;
  /** Media type of the answer, unless it is JSON. */
  mediaType?: string;
  /** Bodies of a successful answer by media type, where the caller chooses between several. */
  answers?: Readonly<Record<string, Schema>>;
  /** A list; headers give its size. */
  isList?: true;
  /** Answers have an `ETag`: reads take `If-None-Match`, and changes `If-Match` unless only their answer has it. */
  isVersioned?: true | 'in-answer';
  /** Headers that only this answer may have, by name. */
  headers?: Readonly<Record<string, { description: string; schema: Schema }>>;
  /** Statuses of refusals, except those that every such route has. */
  refusals?: readonly number[];
  /** Bodies of refusals beside the usual one, by status. */
  refusalBodies?: Readonly<Record<number, Schema>>;
  /** Further successful answers, by status. */
  others?: Readonly<Record<number, OtherAnswer>>;
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

/** A parameter of the query that a parameter decorator of a handler reads. The decorator has it as its data, so that the description finds it. */
export class QueryParameter {
  constructor(
    readonly name: string,
    readonly description: string,
    readonly schema: Exclude<Schema, { name: string }>,
  ) {}
}

interface Controller {
  prototype: object;
}

/** The DTO class of the handler's input: the type of its `@Input()`, or the class in its `@UncheckedInput(…)`. */
export function inputClassOf(controller: Controller, name: string): DtoClass<object> | undefined {
  const types: unknown = Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype, name);
  return [...listed(types), ...decoratorData(controller, name)].find(isDto);
}

/** The definition in the handler's `@Listing(…)`. */
export const listingOf = (controller: Controller, name: string): ListingDefinition | undefined =>
  decoratorData(controller, name).find(isListing);

/** The parameters of the query that decorators of the handler's parameters read. */
export const queryOf = (controller: Controller, name: string): QueryParameter[] =>
  decoratorData(controller, name).filter((data) => data instanceof QueryParameter);

/** The arguments of the decorators of the handler's parameters. */
function decoratorData(controller: Controller, name: string): unknown[] {
  const parameters: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name);
  return valuesOf(parameters).flatMap((parameter): unknown[] =>
    typeof parameter === 'object' && parameter && 'data' in parameter ? [parameter.data] : [],
  );
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const valuesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

const isDto = (type: unknown): type is DtoClass<object> => typeof type === 'function' && type.name.endsWith('Dto');
