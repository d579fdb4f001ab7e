import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { ListingDefinition } from './fields';
import { DEFAULT_LIMITS, type ListLimits, type ListQuery, parseListing } from './parse-listing';

/** Key under which an app keeps its list limits: `app.set(LIST_LIMITS, { defaultCount, maxCount })`. */
export const LIST_LIMITS = 'almanac list limits';

/** The request's listing parameters, parsed by the definition of the list: `@Listing(pageListing) query: ListQuery`. */
export const Listing = createParamDecorator((definition: ListingDefinition, context: ExecutionContext): ListQuery => {
  const request = context.switchToHttp().getRequest<Request>();
  const limits = (request.app.get(LIST_LIMITS) as ListLimits | undefined) ?? DEFAULT_LIMITS;
  return parseListing(definition, request.query, limits);
});
