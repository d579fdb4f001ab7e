import { type ListingDefinition, type ListQuery, parseListing } from '@almanac/listing';
import type { LinkValue } from '../listing-links/listing-links';
import type { ParameterFaults } from '../parameters/parameter-faults';
import type { PageDto } from './page.dto';

/** The order of a list, and the filters of the grammar that both services share. */
export type CollectionQuery = Pick<ListQuery, 'sort' | 'descending' | 'filters'>;

type Ordering = Pick<ListQuery, 'sort' | 'descending'>;

/**
 * Reads `orderby` and `order` (calendar-behaviour §12, 7) and, as an addition, `sort=-field` and `filter[field:op]=` as in content-service. Mistakes
 * in these two are ignored.
 * @param usual the order of a list without such a parameter
 */
export function readCollectionQuery(
  definition: ListingDefinition,
  input: Readonly<Record<string, unknown>>,
  { order, orderby }: Pick<PageDto, 'order' | 'orderby'>,
  usual: Ordering,
  faults: ParameterFaults,
): CollectionQuery {
  const flat = flatGrammar(input);
  const { sort, descending, filters } = parseListing(definition, flat);
  if (orderby !== undefined && !faults.has('orderby') && !definition.fields.get(orderby)?.sortable)
    faults.addInvalid('orderby', 'orderby must be a field that lists can be ordered by.');
  if (orderby !== undefined) return { filters, sort: orderby, descending: order === 'desc' };
  if ('sort' in flat) return { filters, sort, descending };
  return { filters, sort: usual.sort, descending: order === undefined ? usual.descending : order === 'desc' };
}

/** The same parameters as links repeat them. */
export function collectionParameters(input: Readonly<Record<string, unknown>>): Record<string, LinkValue> {
  const { order, orderby } = input;
  return { ...texts({ order, orderby }), ...texts(flatGrammar(input)) };
}

/** The query parser makes an object of `filter[…]`; the grammar reads flat keys. */
function flatGrammar({ sort, filter }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const filters = typeof filter === 'object' && filter !== null ? Object.entries(filter) : [];
  return {
    ...(typeof sort === 'string' && { sort }),
    ...Object.fromEntries(filters.map(([inside, value]) => [`filter[${inside}]`, value])),
  };
}

const texts = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  );
