import { Problem } from '@almanac/errors';
import { MAX_INTEGER } from '@almanac/validation';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Whether a text may be an id in a path; any other text matches no route. */
export const isPathId = (text: string): boolean => /^\d+$/.test(text);

/**
 * The path's `:id`, or the parameter of another name. A text that is no number matches no route. A number beyond all ids becomes 0, which no record has
 * (calendar-behaviour §5.1, §5.2).
 */
export const PathId = createParamDecorator((name: string | undefined, context: ExecutionContext): number => {
  const text = context.switchToHttp().getRequest<Request>().params[name ?? 'id'];
  if (typeof text !== 'string' || !isPathId(text)) return noRoute();
  return Number(text) > MAX_INTEGER ? 0 : Number(text);
});

/** 404 for paths and verbs that the API does not have. */
export function noRoute(): never {
  throw new Problem(404, 'No route was found matching the URL and request method.', {
    type: 'route-not-found',
    code: 'rest_no_route',
  });
}
