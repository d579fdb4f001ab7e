import type { SearchQuery, TagComparison } from '../search-query';

/** The query in its normal form, which parses to the same query. */
export function formatSearch({ words, exacts, tags, filters }: SearchQuery): string {
  const sign = ({ negated }: { negated: boolean }) => (negated ? '-' : '');
  return [
    ...words,
    ...exacts.map((exact) => `${sign(exact)}"${exact.text.replaceAll(/["\\]/g, '\\$&')}"`),
    ...tags.map((tag) => `${sign(tag)}[${tag.name}${formatComparison(tag)}]`),
    ...filters.map((filter) => `${sign(filter)}{${filter.name}${filter.value === '' ? '' : `:${filter.value}`}}`),
  ].join(' ');
}

const formatComparison = ({ operator, value }: TagComparison): string =>
  operator === 'has' ? '' : operator === 'like' ? ` like ${value}` : `${operator}${value}`;
