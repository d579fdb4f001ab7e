import { Explained } from '@almanac/openapi';
import { both, Documented, MaxLength, Required, rule, Takes, Text, Whole } from '@almanac/validation';

/** Longer than any search that a person types. The number of pieces is limited separately (see search-query.ts). */
const MAX_QUERY_LENGTH = 2_000;
const MAX_RESULTS = 100;
export const DEFAULT_COUNT = 20;

const between = (least: number, most = Infinity): PropertyDecorator =>
  both(
    Documented(`min:${least}`),
    Takes({ minimum: least, ...(Number.isFinite(most) && { maximum: most }) }),
    rule('between', (value, label) => {
      if (typeof value !== 'number') return undefined;
      if (value < least) return `The ${label} must be at least ${least}.`;
      return value > most ? `The ${label} may not be greater than ${most}.` : undefined;
    }),
  );

@Explained<SearchDto>({
  query: 'The search, such as `boats "exact words" [tag=value] {type:page}`',
  page: 'Number of the page of results',
  count: 'Results on a page',
})
export class SearchDto {
  @Required()
  @Text()
  @MaxLength(MAX_QUERY_LENGTH)
  query!: string;

  @Whole()
  @between(1)
  page?: number;

  @Whole()
  @Documented(`max:${MAX_RESULTS}`)
  @between(1, MAX_RESULTS)
  count?: number;
}
