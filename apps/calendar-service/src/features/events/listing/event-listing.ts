import type { Actor } from '@almanac/auth';
import { Database, type Sql } from '@almanac/database';
import {
  boolean,
  defineListing,
  filterCondition,
  integer,
  keyColumns,
  type ListBatch,
  type ListQuery,
  orderOf,
  Parameters,
  type Range,
  type RangeRows,
  readBatch,
  sortKeys,
  text,
  timestamp,
  word,
} from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { publicationOrder, visibleTo, seesAllContents, contentsVisibleTo } from '../../../records/access/head-sql';
import type { DateComparison } from '../../../calendar/date-window/date-window';
import { filterConditions, filterJoins, filtersContents, isNarrow, type CheckedFilters } from './event-filters';
import type { CollectionQuery } from '../../../calendar/lists/list-query';
import { STATUSES } from '../../../calendar/publication/status';
import { fetchNarrowPage, fetchNarrowRange, fetchPage } from '../../../calendar/lists/fetch-page';
import { mayUpdateAll, readableStatuses } from '../../../records/access/rights';
import { LAST_CHANGE } from '../../../records/changes/changes.repository';
import type { Status } from '../../../records/record/record';
import {
  firstRowsCondition,
  comparisonSql,
  isByStart,
  isReadFromStart,
  storedTotal,
  orderBounds,
  estimatedAsTrue,
} from './listing-sql';

/** Start on the event's own clock. */
export const START = timestamp('occurrence.starts_local');

/** Without texts and costs that a password protects: ordering by them would reveal them. See `CONTENT_FIELDS`. */
const FIELDS = {
  start_date: START,
  event_date: START,
  end_date: timestamp('occurrence.ends_local'),
  utc_start_date: timestamp('lower(occurrence.during)'),
  utc_end_date: timestamp('upper(occurrence.during)'),
  id: integer('occurrence.event_id'),
  title: text('event.title'),
  slug: word('event.slug'),
  author: integer('event.author_id'),
  status: word('event.status'),
  date: timestamp(publicationOrder('event')),
  modified: timestamp('change.modified_at'),
  timezone: text('event.timezone'),
  all_day: boolean('event.all_day'),
  featured: boolean('event.featured'),
};

/** Fields that a protected event does not show. */
const CONTENTS = { all_day: FIELDS.all_day, featured: FIELDS.featured };
const CONTENT_FIELDS: ReadonlySet<string> = new Set(Object.keys(CONTENTS));

/** The same without their values for protected events, so that an order does not tell them. */
const HIDDEN = Object.fromEntries(
  Object.entries(CONTENTS).map(([name, { column }]) => [name, boolean(`(${column} AND event.password_hash IS NULL)`)]),
);

const NEAR = { distance: integer('near.distance') };

/** Fields by which lists of events can be ordered and filtered. */
export const EVENT_FIELDS = defineListing(FIELDS, FIELDS.id, START);

/** The same for searches around a point (`nearby`). */
export const NEARBY_FIELDS = defineListing({ ...FIELDS, ...NEAR }, FIELDS.id, START);

/** Fields of orders, for callers who do not see the contents of all events. */
const HIDING_FIELDS = defineListing({ ...FIELDS, ...HIDDEN }, FIELDS.id, START);
const HIDING_NEARBY_FIELDS = defineListing({ ...FIELDS, ...HIDDEN, ...NEAR }, FIELDS.id, START);

/** The events that a list asks for, and their order. Plain data, because the ETag of feeds covers it. */
export interface EventListQuery {
  dates: readonly DateComparison[];
  filters: CheckedFilters;
  query: CollectionQuery;
  /** Protected events whose password the caller sent; absent where filters find all of them. */
  opened?: readonly number[];
}

/** Whether the list is filtered by members that a protected event does not show. */
export const readsContents = ({ filters, query }: Pick<EventListQuery, 'filters' | 'query'>): boolean =>
  filtersContents(filters) || query.filters.some(({ field }) => CONTENT_FIELDS.has(field));

/** SQL condition that leaves out protected events whose contents the caller does not see, where the list is filtered by them. */
const contentsCondition = (list: EventListQuery, actor: Actor, parameters: Parameters): string[] =>
  list.opened && readsContents(list) ? [contentsVisibleTo(actor, list.opened, parameters)] : [];

/** The query of lists of events. No list has events with `hide_from_listings`. */
@Injectable()
export class EventListing {
  constructor(private readonly database: Database) {}

  /** @param columns of table aliases `event` and `occurrence` */
  fetch<Row extends object>(
    filter: EventListQuery,
    actor: Actor,
    query: ListQuery,
    columns: Sql<Row>,
  ): Promise<ListBatch<Row>> {
    return readBatch(orderFieldsOf(filter, actor), query, (range) => this.range(columns, filter, actor, query, range));
  }

  private range<Row extends object>(
    columns: Sql<Row>,
    filter: EventListQuery,
    actor: Actor,
    query: ListQuery,
    range: Range,
  ): Promise<RangeRows<Row>> {
    const parameters = new Parameters();
    const { dates } = filter;
    const { status, geoloc_lat: near } = filter.filters;
    const { from, where, duringWindow, otherConditions, isByDateAndStatus } = matching(filter, actor, parameters);
    const fields = orderFieldsOf(filter, actor);
    const keys = sortKeys(fields, query);
    const isAtCursor = query.cursor !== undefined;
    const select = [columns, ...(near ? ['near.distance'] : []), ...(isAtCursor ? [keyColumns(keys)] : [])].join(', ');
    const orderBy = orderOf(keys, range.direction);
    const source = { select, from, orderBy, values: parameters.values, isPlannedAnew: true };
    const afterCursor = range.condition ? [range.condition(parameters)] : [];
    if (isNarrow(filter.filters) || isOldestFirst(query)) {
      const found = near ? 'occurrence.id, near.distance' : 'occurrence.id';
      const read = [`JOIN ${OCCURRENCES} ON occurrence.id = near.id`, ...lastChangeOf(filter)].join(' ');
      const narrow = { ...source, where: where.join(' AND '), found, read };
      return isAtCursor
        ? fetchNarrowRange(this.database, { ...narrow, inRange: afterCursor.join(' AND ') || 'TRUE' }, range)
        : fetchNarrowPage(this.database, narrow, range);
    }
    const { column = '' } = fields.fields.get(query.sort) ?? {};
    const isFromStart = !isAtCursor && isByDateAndStatus && isDefaultOrder(query) && isReadFromStart(dates);
    const bounds = orderBounds(dates, query.sort, column, parameters);
    const matches = [
      ...otherConditions,
      ...(isFromStart ? duringWindow.map(estimatedAsTrue) : duringWindow),
      ...bounds,
    ];
    const condition = [...matches, ...afterCursor].join(' AND ');
    if (!isByDateAndStatus)
      return fetchPage(this.database, { ...source, where: matches.join(' AND '), inRange: condition }, range);
    const total = storedTotal(dates, status, actor, parameters);
    const limit = range.offset + range.count;
    const first = isDefaultOrder(query)
      ? firstRowsCondition(dates, condition, limit, range.direction, parameters)
      : undefined;
    const inRange = first ? `${condition} AND ${first}` : condition;
    // The text differs by page, and a connection keeps few texts.
    const isPlannedAnew = !isFromStart || range.offset > 0;
    return fetchPage(this.database, { ...source, where: condition, inRange, total, isPlannedAnew }, range);
  }
}

const fieldsOf = ({ filters }: EventListQuery) => (filters.geoloc_lat ? NEARBY_FIELDS : EVENT_FIELDS);

function orderFieldsOf(list: EventListQuery, actor: Actor) {
  if (!list.opened || seesAllContents(actor)) return fieldsOf(list);
  return list.filters.geoloc_lat ? HIDING_NEARBY_FIELDS : HIDING_FIELDS;
}

/**
 * SQL for the occurrences that match, with the aliases `occurrence` and `event`.
 * @returns `isByDateAndStatus`, whether the stored sums can answer the total
 */
export function matching(filter: EventListQuery, actor: Actor, parameters: Parameters) {
  const { dates, filters, query } = filter;
  const scope = { actor, parameters, eventId: 'occurrence.event_id' };
  const joins = filterJoins(filters, scope);
  const conditions = filterConditions(filters, scope);
  const fieldConditions = query.filters.length > 0 ? [filterCondition(fieldsOf(filter), query, parameters)] : [];
  const narrowed = [...joins, ...conditions, ...fieldConditions];
  const duringWindow = dates.map((comparison) => comparisonSql(comparison, parameters));
  const { occurrences, shown } = visibleOccurrences(actor, filters, parameters);
  const otherConditions = [shown, ...conditions, ...fieldConditions, ...contentsCondition(filter, actor, parameters)];
  return {
    from: [occurrences, ...joins, ...lastChangeOf(filter)].join(' '),
    where: [...otherConditions, ...duringWindow],
    duringWindow,
    otherConditions,
    isByDateAndStatus: narrowed.length === 0 && dates.every(({ field }) => field !== 'modified'),
  };
}

/** The join that an order or filter by the last change needs. */
const lastChangeOf = ({ dates, query: { sort, filters } }: EventListQuery): string[] =>
  sort === 'modified' || [...dates, ...filters].some(({ field }) => field === 'modified') ? [LAST_CHANGE] : [];

/** SQL on the alias `event` for events that match, regardless of dates and distance. */
export function matchingEvents(list: EventListQuery, actor: Actor, parameters: Parameters): string {
  const { filters } = list;
  return [
    'NOT event.hide_from_listings',
    visibleTo(actor, 'event', 'event', filters.status, parameters),
    ...filterConditions(filters, { actor, parameters, eventId: 'event.id' }),
    ...contentsCondition(list, actor, parameters),
  ].join(' AND ');
}

/**
 * Few matches are found by the occurrence alone where its copy of the status decides: `shown_as` is null in the trash and for hidden
 * events. PostgreSQL then omits the left join, which halves the time of many matches. Authors find their own drafts by the event.
 */
function visibleOccurrences(actor: Actor, filters: CheckedFilters, parameters: Parameters) {
  const isDecidedByStatus = actor.id === 0 || mayUpdateAll(actor, 'event');
  if (!isNarrow(filters) || !isDecidedByStatus || filters.status?.includes('trash'))
    return {
      occurrences: OCCURRENCES,
      shown: `NOT event.hide_from_listings AND ${visibleTo(actor, 'event', 'event', filters.status, parameters)}`,
    };
  const readable: readonly Status[] = readableStatuses(actor, 'event');
  const statuses = (filters.status ?? STATUSES).filter((status) => readable.includes(status));
  return {
    occurrences: '(occurrences occurrence LEFT JOIN events event ON event.id = occurrence.event_id)',
    shown: `occurrence.shown_as = ANY(${parameters.add(statuses)})`,
  };
}

const OCCURRENCES = '(occurrences occurrence JOIN events event ON event.id = occurrence.event_id)';

/** In order of creation, upcoming events come last. PostgreSQL would scan all past events first, unless it finds all matches before sorting. */
const isOldestFirst = ({ sort, descending }: CollectionQuery): boolean =>
  !descending && ['id', 'date', 'modified'].includes(sort);

const isDefaultOrder = ({ sort, descending }: CollectionQuery): boolean => !descending && isByStart(sort);
