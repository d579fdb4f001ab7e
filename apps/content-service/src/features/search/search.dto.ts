import { MaxLength, Required, rule, Text, Whole } from '@almanac/validation';

/** Longer than any search that a person types. The number of pieces is limited separately (see search-query.ts). */
const LONGEST_QUERY = 2_000;
const MOST_RESULTS = 100;

const between = (least: number, most = Infinity): PropertyDecorator =>
  rule('between', (value, label) => {
    if (typeof value !== 'number') return undefined;
    if (value < least) return `The ${label} must be at least ${least}.`;
    return value > most ? `The ${label} may not be greater than ${most}.` : undefined;
  });

export class SearchDto {
  @Required()
  @Text()
  @MaxLength(LONGEST_QUERY)
  query!: string;

  @Whole()
  @between(1)
  page?: number;

  @Whole()
  @between(1, MOST_RESULTS)
  count?: number;
}
