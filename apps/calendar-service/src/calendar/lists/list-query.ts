import type { RotatingSecret } from '@almanac/runtime';
import { Cursors, FOREIGN_CURSOR, type ListingDefinition, type ListQuery, parseListing } from '@almanac/listing';
import { Explained } from '@almanac/openapi';
import { both, reading, Takes } from '@almanac/validation';
import type { LinkValue } from './listing-links';
import type { ParameterFaults } from '../parameters/parameter-faults';
import { Anything, Check, CursorText, FilledText, isText } from '../parameters/rules';

const DEFAULT_SIZE = 10;
/** Larger pages are silently cut to this (calendar-behaviour §3.1). */
const MAX_PAGE_SIZE = 50;

/** A whole number from 1. */
export function PositiveNumber(): PropertyDecorator {
  return both(
    Takes({ type: 'integer', minimum: 1 }),
    reading((value) => (isText(value) && /^\+?\d{1,9}$/.test(value.trim()) ? Number(value) : value)),
    Check((value) => typeof value === 'number' && Number.isInteger(value) && value >= 1, 'be a whole number from 1'),
  );
}

/** The parameters of every list. */
@Explained<PageDto>({
  page: { description: 'The page to return', default: 1 },
  per_page: { description: `How many records a page holds; ${MAX_PAGE_SIZE} at most`, default: DEFAULT_SIZE },
  cursor: `Where the page begins, instead of \`page\`. An empty text asks for the start; later pages have theirs in the links of an answer`,
  order: 'asc or desc',
  orderby: 'The field to order by',
  sort: {
    description: 'Another way to order: the name of a field, with a minus before it for descending',
    type: 'string',
  },
  filter: {
    description: 'filter[field] or filter[field:operator], with eq, ne, gt, lt, gte, lte or like',
    type: 'object',
    additionalProperties: { type: 'string' },
  },
})
export class PageDto {
  @PositiveNumber()
  page?: number;

  @PositiveNumber()
  per_page?: number;

  @CursorText()
  cursor?: string;

  @both(
    Takes({ type: 'string', enum: ['asc', 'desc'] }),
    reading((value) => (isText(value) ? value.toLowerCase() : value)),
    Check((value) => value === 'asc' || value === 'desc', 'be asc or desc'),
  )
  order?: 'asc' | 'desc';

  @FilledText()
  orderby?: string;

  // `readCollectionQuery` reads the grammar that both services share; mistakes in it are ignored.
  @Anything()
  sort?: unknown;

  @Anything()
  filter?: unknown;
}

/** The part of a list that a request asks for, and the cursors of this list in this order. */
export interface Paging {
  readonly query: ListQuery;
  readonly cursors: Cursors;
}

interface PagedList {
  readonly definition: ListingDefinition;
  /** Address of the list below the root, such as `events/7/tickets`: a cursor belongs to one list. */
  readonly path: string;
  /** Signs cursors. */
  readonly secret: RotatingSecret;
}

/** Reads `page` and `per_page`, or `cursor`, which takes precedence over `page`. */
export function readPaging(
  { definition, path, secret }: PagedList,
  query: CollectionQuery,
  { page = 1, per_page = DEFAULT_SIZE, cursor: sent }: PageDto,
  faults: ParameterFaults,
): Paging {
  const count = Math.min(per_page, MAX_PAGE_SIZE);
  const cursors = new Cursors(definition, query, secret, path);
  const cursor = sent === undefined ? undefined : cursors.read(sent);
  if (sent !== undefined && cursor === undefined) faults.addInvalid('cursor', FOREIGN_CURSOR);
  return { cursors, query: { ...query, count, offset: (page - 1) * count, ...(cursor && { cursor }) } };
}

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
