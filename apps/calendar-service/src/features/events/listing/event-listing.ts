import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { filterCondition, orderBy, type PageQuery, Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { CollectionQuery } from '../../../calendar/lists/collection-query';
import { fetchNarrowPage, fetchPage, type Page } from '../../../calendar/lists/fetch-page';
import { visibleTo } from '../../../records/access/head-sql';
import { EVENT_FIELDS, NEARBY_FIELDS } from './event-fields';
import { filterConditions, filterJoins, isNarrow } from './event-filters';
import type { EventListQuery } from './event-list-query';
import { EVENT_COLUMNS } from '../events.repository';
import { type EventOutline, OUTLINE_COLUMNS, VERSION_COLUMNS, type VersionedEvent } from '../shown/event-outline';
import { keptTotal } from './event-total';
import { amongFirst, during, isByStart, isReadFromStart, orderBounds, usuallyTrue } from './event-window';

/** Lists events. No list has events with `hide_from_listings`. */
@Injectable()
export class EventListing {
  constructor(private readonly database: Database) {}

  fetch(filter: EventListQuery, actor: Actor, page: PageQuery): Promise<Page<VersionedEvent>> {
    return this.page(`${EVENT_COLUMNS}, ${VERSION_COLUMNS}`, filter, actor, page);
  }

  /** The same page without most columns. */
  outlines(filter: EventListQuery, actor: Actor, page: PageQuery): Promise<Page<EventOutline>> {
    return this.page(OUTLINE_COLUMNS, filter, actor, page);
  }

  private page<Row extends object>(
    columns: string,
    filter: EventListQuery,
    actor: Actor,
    page: PageQuery,
  ): Promise<Page<Row>> {
    const parameters = new Parameters();
    const { dates, query } = filter;
    const { status, geoloc_lat: near } = filter.filters;
    const { from, where, duringWindow, otherConditions, isByDateAndStatus } = matching(filter, actor, parameters);
    const fields = fieldsOf(filter);
    const order = `${orderBy(fields, query)}, occurrence.id`;
    const source = { from, orderBy: order, values: parameters.values, isPlannedAnew: true };
    if (isNarrow(filter.filters) || isOldestFirst(query)) {
      const select = near ? `${columns}, match.distance` : columns;
      const found = near ? 'occurrence.id, near.distance' : 'occurrence.id';
      const read = `JOIN ${OCCURRENCES} ON occurrence.id = match.id`;
      return fetchNarrowPage(this.database, { ...source, select, where: where.join(' AND '), found, read }, page);
    }
    const { column = '' } = fields.fields.get(query.sort) ?? {};
    const isFromStart = isByDateAndStatus && isUsualOrder(query) && isReadFromStart(dates);
    const condition = [
      ...otherConditions,
      ...(isFromStart ? duringWindow.map(usuallyTrue) : duringWindow),
      ...orderBounds(dates, query.sort, column, parameters),
    ].join(' AND ');
    if (!isByDateAndStatus) return fetchPage(this.database, { ...source, select: columns, where: condition }, page);
    const total = keptTotal(dates, status, actor, parameters);
    const first = isUsualOrder(query) ? amongFirst(dates, condition, page.page * page.perPage, parameters) : undefined;
    const matched = first ? `${condition} AND ${first}` : condition;
    // The text differs by page, and a connection keeps few texts.
    const isPlannedAnew = !isFromStart || page.page > 1;
    return fetchPage(this.database, { ...source, select: columns, where: matched, total, isPlannedAnew }, page);
  }
}

const fieldsOf = ({ filters }: EventListQuery) => (filters.geoloc_lat ? NEARBY_FIELDS : EVENT_FIELDS);

/**
 * SQL for the occurrences that match, with the aliases `occurrence` and `event`.
 * @returns `isByDateAndStatus`, whether the kept sums can answer the total
 */
export function matching(filter: EventListQuery, actor: Actor, parameters: Parameters) {
  const { dates, filters, query } = filter;
  const joins = filterJoins(filters, { actor, parameters });
  const conditions = filterConditions(filters, { actor, parameters });
  const fieldConditions = query.filters.length > 0 ? [filterCondition(fieldsOf(filter), query, parameters)] : [];
  const narrowed = [...joins, ...conditions, ...fieldConditions];
  const duringWindow = dates.map((comparison) => during(comparison, parameters));
  const otherConditions = [
    'NOT event.hide_from_listings',
    visibleTo(actor, 'event', 'event', filters.status, parameters),
    ...conditions,
    ...fieldConditions,
  ];
  return {
    from: [OCCURRENCES, ...joins].join(' '),
    where: [...otherConditions, ...duringWindow],
    duringWindow,
    otherConditions,
    isByDateAndStatus: narrowed.length === 0 && dates.every(({ field }) => field !== 'modified'),
  };
}

/** SQL on the alias `event` for events that match, regardless of dates and distance. */
export function matchingEvents({ filters }: EventListQuery, actor: Actor, parameters: Parameters): string {
  return [
    'NOT event.hide_from_listings',
    visibleTo(actor, 'event', 'event', filters.status, parameters),
    ...filterConditions(filters, { actor, parameters }),
  ].join(' AND ');
}

const OCCURRENCES = '(occurrences occurrence JOIN events event ON event.id = occurrence.event_id)';

/** In order of creation, upcoming events come last. PostgreSQL would scan all past events first, unless it finds all matches before sorting. */
const isOldestFirst = ({ sort, descending }: CollectionQuery): boolean =>
  !descending && ['id', 'date', 'modified'].includes(sort);

const isUsualOrder = ({ sort, descending }: CollectionQuery): boolean => !descending && isByStart(sort);
