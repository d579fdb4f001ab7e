import { Problem } from '@almanac/errors';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** What a PostgreSQL integer holds. */
const LARGEST_ID = 2_147_483_647;

/** A text that may stand for an id in a path; any other matches no route. */
export const isPathId = (text: string): boolean => /^\d+$/.test(text);

/**
 * The path's `:id`, or the parameter of another name. Text that is no number matches no route here; a number beyond all ids becomes 0, which no record has
 * (calendar-behaviour §5.1, §5.2).
 */
export const PathId = createParamDecorator((name: string | undefined, context: ExecutionContext): number => {
  const text = context.switchToHttp().getRequest<Request>().params[name ?? 'id'];
  if (typeof text !== 'string' || !isPathId(text)) return noRoute();
  return Number(text) > LARGEST_ID ? 0 : Number(text);
});

/** 404 for paths and verbs that the interface does not have. */
export function noRoute(): never {
  throw new Problem(404, 'No route was found matching the URL and request method.', { code: 'rest_no_route' });
}
