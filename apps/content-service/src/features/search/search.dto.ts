import { MaxLength, Required, rule, Text, Whole } from '@almanac/validation';

/** Longer than any search that a person types. The number of pieces is limited separately (see search-query.ts). */
const MAX_QUERY_LENGTH = 2_000;
const MAX_RESULTS = 100;

const between = (least: number, most = Infinity): PropertyDecorator =>
  rule('between', (value, label) => {
    if (typeof value !== 'number') return undefined;
    if (value < least) return `The ${label} must be at least ${least}.`;
    return value > most ? `The ${label} may not be greater than ${most}.` : undefined;
  });

export class SearchDto {
  @Required()
  @Text()
  @MaxLength(MAX_QUERY_LENGTH)
  query!: string;

  @Whole()
  @between(1)
  page?: number;

  @Whole()
  @between(1, MAX_RESULTS)
  count?: number;
}
