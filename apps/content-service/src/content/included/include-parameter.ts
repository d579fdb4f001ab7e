import { invalid } from '@almanac/errors';
import type { ListQuery } from '@almanac/listing';
import { listOf, QueryParameter, TEXT } from '@almanac/openapi';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Members that answers have on request. */
export type IncludeName = 'tags' | 'html' | 'markdown' | 'parents' | 'contents' | 'permissions';

export type Includes = ReadonlySet<IncludeName>;

class IncludeNames extends QueryParameter {
  constructor(readonly names: readonly IncludeName[]) {
    super('include', 'Members to add, separated by commas', listOf({ ...TEXT, enum: names }));
  }
}

/** Members that a request names: `?include=tags,parents`. Other names than the offered ones are refused with 422. */
const IncludeParameter = createParamDecorator(({ names }: IncludeNames, context: ExecutionContext): Includes => {
  const { include } = context.switchToHttp().getRequest<Request>().query;
  const requested = typeof include === 'string' ? include.split(',').map((name) => name.trim()) : [];
  const included = names.filter((name) => requested.includes(name));
  if (requested.some((name) => name !== '' && !included.some((one) => one === name)))
    invalid({ include: [`The include may only hold these names, separated by commas: ${names.join(', ')}.`] });
  return new Set(included);
});

/** The included members of a request. @param names those that the route offers */
export const Include = (names: readonly IncludeName[]): ParameterDecorator => IncludeParameter(new IncludeNames(names));

const LARGE: readonly IncludeName[] = ['html', 'markdown', 'contents'];
const MAX_LARGE_ITEMS = 100;

/** Limits the page size when the members can be large. */
export const boundedPage = (query: ListQuery, include: Includes): ListQuery =>
  LARGE.some((name) => include.has(name)) ? { ...query, count: Math.min(query.count, MAX_LARGE_ITEMS) } : query;
