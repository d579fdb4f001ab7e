import { invalid } from '@almanac/errors';
import type { ListQuery } from '@almanac/listing';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Members that answers have on request. */
export type IncludeName = 'tags' | 'html' | 'markdown' | 'parents' | 'contents' | 'permissions';

export type Includes = ReadonlySet<IncludeName>;

/**
 * The members that the request names: `?include=tags,parents`.
 * @param names those that the route offers; another one is refused with 422
 */
export const Include = createParamDecorator((names: readonly IncludeName[], context: ExecutionContext): Includes => {
  const { include } = context.switchToHttp().getRequest<Request>().query;
  const asked = typeof include === 'string' ? include.split(',').map((name) => name.trim()) : [];
  const known = names.filter((name) => asked.includes(name));
  if (asked.some((name) => name !== '' && !known.some((one) => one === name)))
    invalid({ include: [`The include may only hold these names, separated by commas: ${names.join(', ')}.`] });
  return new Set(known);
});

const LARGE: readonly IncludeName[] = ['html', 'markdown', 'contents'];
const MAX_LARGE_ITEMS = 100;

/** Limits the page size when the members can be large. */
export const boundedPage = (query: ListQuery, include: Includes): ListQuery =>
  LARGE.some((name) => include.has(name)) ? { ...query, count: Math.min(query.count, MAX_LARGE_ITEMS) } : query;
