import { isListing, type ListingDefinition } from '@almanac/listing';
import type { DtoClass } from '@almanac/validation';
import { QueryParameter } from './query-parameter';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';

interface Controller {
  prototype: object;
}

/** The DTO class of the handler's input: the type of its `@Input()`, or the class in its `@UncheckedInput(…)`. */
export function inputOf(controller: Controller, name: string): DtoClass<object> | undefined {
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
