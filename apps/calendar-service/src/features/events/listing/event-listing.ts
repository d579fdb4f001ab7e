import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { filterCondition, orderBy, type PageQuery, Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { DateComparison } from '../../../calendar/date-window/date-window';
import type { CollectionQuery } from '../../../calendar/lists/collection-query';
import { fetchNarrowPage, fetchPage, type Page } from '../../../calendar/lists/fetch-page';
import { likePattern } from '../../../calendar/lists/like-pattern';
import type { Nearby } from '../../../calendar/places/distance';
import { visibleTo } from '../../../records/access/head-sql';
import type { Status } from '../../../records/record-kind';
import { EVENT_FIELDS, NEARBY_FIELDS } from './event-fields';
import { hasPlace, nearby } from './event-places';
import { EVENT_COLUMNS } from '../events.repository';
import type { EventRow } from '../event-row';
import { keptTotal } from './event-total';
import { amongFirst, during, orderBounds } from './event-window';

/** Filters of an event list. Ids of terms, venues, organizers and the parent are checked already. */
export interface EventFilter {
  dates: readonly DateComparison[];
  statuses: Status[] | undefined;
  search: string | undefined;
  /** Includes all descendants. */
  categoryIds: number[] | undefined;
  tagIds: number[] | undefined;
  venueIds: number[] | undefined;
  organizerIds: number[] | undefined;
  featured: boolean | undefined;
  ticketed: boolean | undefined;
  include: number[] | undefined;
  parentId: number | undefined;
  query: CollectionQuery;
  /** Whether a venue with coordinates is wanted or unwanted. */
  hasPlace: boolean | undefined;
  near: Nearby | undefined;
}

/** Lists events. No list has events with `hide_from_listings`. */
@Injectable()
export class EventListing {
  constructor(private readonly database: Database) {}

  fetch(filter: EventFilter, actor: Actor, page: PageQuery): Promise<Page<EventRow>> {
    const parameters = new Parameters();
    const { near, query } = filter;
    const fields = fieldsOf(filter);
    const { from, where, narrowed } = matching(filter, actor, parameters);
    const source = { from, orderBy: `${orderBy(fields, query)}, occurrence.id`, values: parameters.values };
    if (isNarrow(filter) || isOldestFirst(query)) {
      const select = near ? `${EVENT_COLUMNS}, match.distance` : EVENT_COLUMNS;
      const found = near ? 'occurrence.id, near.distance' : 'occurrence.id';
      const read = `JOIN ${OCCURRENCES} ON occurrence.id = match.id`;
      return fetchNarrowPage(this.database, { ...source, select, where: where.join(' AND '), found, read }, page);
    }
    const { dates, statuses } = filter;
    const { column = '' } = fields.fields.get(query.sort) ?? {};
    const condition = [...where, ...orderBounds(dates, query.sort, column, parameters)].join(' AND ');
    const isByDate = narrowed.length === 0 && dates.every(({ field }) => field !== 'modified');
    if (!isByDate) return fetchPage(this.database, { ...source, select: EVENT_COLUMNS, where: condition }, page);
    const total = keptTotal(dates, statuses, actor, parameters);
    const first = isUsualOrder(query) ? amongFirst(dates, condition, page.page * page.perPage, parameters) : undefined;
    return fetchPage(
      this.database,
      { ...source, select: EVENT_COLUMNS, where: first ? `${condition} AND ${first}` : condition, total },
      page,
    );
  }
}

const fieldsOf = ({ near }: EventFilter) => (near ? NEARBY_FIELDS : EVENT_FIELDS);

/**
 * SQL for the occurrences that match, with the aliases `occurrence` and `event`.
 * @returns `where`, all conditions; `narrowed`, those among them that are about neither dates nor statuses
 */
export function matching(
  filter: EventFilter,
  actor: Actor,
  parameters: Parameters,
): { from: string; where: string[]; narrowed: string[] } {
  const { near, query } = filter;
  const around = near ? nearby(near, actor, parameters) : '';
  // Every condition except dates and statuses belongs here. If there is one, the total is counted instead of read from the stored sums.
  const narrowed = [
    ...conditions(filter, parameters),
    ...(filter.hasPlace === undefined ? [] : [hasPlace(filter.hasPlace, actor, parameters)]),
    ...(query.filters.length === 0 ? [] : [filterCondition(fieldsOf(filter), query, parameters)]),
  ];
  const where = [
    'NOT event.hide_from_listings',
    visibleTo(actor, 'event', 'event', filter.statuses, parameters),
    ...filter.dates.map((comparison) => during(comparison, parameters)),
    ...narrowed,
  ];
  return { from: `${OCCURRENCES} ${around}`, where, narrowed };
}

/** SQL on the alias `event` for events that match whatever their dates. */
export function matchingEvents(filter: Partial<EventFilter>, actor: Actor, parameters: Parameters): string {
  return [
    'NOT event.hide_from_listings',
    visibleTo(actor, 'event', 'event', filter.statuses, parameters),
    ...conditions(filter, parameters),
  ].join(' AND ');
}

const OCCURRENCES = '(occurrences occurrence JOIN events event ON event.id = occurrence.event_id)';

/** Whether the filter is expected to match few events: those at a venue, of a term, with a word, and so on. */
const isNarrow = ({
  search,
  categoryIds,
  tagIds,
  venueIds,
  organizerIds,
  featured,
  include,
  parentId,
  near,
}: EventFilter): boolean =>
  featured === true ||
  [search, categoryIds, tagIds, venueIds, organizerIds, include, parentId, near].some(
    (narrowing) => narrowing !== undefined,
  );

/** In order of creation, upcoming events come last. PostgreSQL would scan all past events first, unless it finds all matches before sorting. */
const isOldestFirst = ({ sort, descending }: CollectionQuery): boolean =>
  !descending && ['id', 'date', 'modified'].includes(sort);

const isUsualOrder = ({ sort, descending }: CollectionQuery): boolean =>
  !descending && ['start_date', 'event_date'].includes(sort);

function conditions(filter: Partial<EventFilter>, parameters: Parameters): string[] {
  const all: string[] = [];
  const { categoryIds, tagIds, venueIds, organizerIds } = filter;
  if (categoryIds)
    all.push(`event.id IN (SELECT event_id FROM event_terms WHERE term_id = ANY(${parameters.add(categoryIds)}))`);
  if (tagIds) all.push(`event.id IN (SELECT event_id FROM event_terms WHERE term_id = ANY(${parameters.add(tagIds)}))`);
  if (venueIds)
    all.push(`event.id IN (SELECT event_id FROM event_venues WHERE venue_id = ANY(${parameters.add(venueIds)}))`);
  if (organizerIds)
    all.push(
      `event.id IN (SELECT event_id FROM event_organizers WHERE organizer_id = ANY(${parameters.add(organizerIds)}))`,
    );
  if (filter.featured !== undefined) all.push(filter.featured ? 'event.featured' : 'NOT event.featured');
  if (filter.ticketed !== undefined) all.push(filter.ticketed ? 'event.ticketed' : 'NOT event.ticketed');
  if (filter.include) all.push(`event.id = ANY(${parameters.add(filter.include)})`);
  if (filter.parentId !== undefined) all.push(`event.parent_id = ${parameters.add(filter.parentId)}`);
  if (filter.search !== undefined) all.push(...searchConditions(filter.search, parameters));
  return all;
}

/** All words must occur, in title, excerpt or description; "quoted words" form a phrase, -word must not occur. */
function searchConditions(text: string, parameters: Parameters): string[] {
  return [...text.matchAll(/(-?)(?:"([^"]+)"|(\S+))/g)].map(([, minus, phrase, word]) => {
    const pattern = parameters.add(likePattern(phrase ?? word ?? ''));
    // A search must not reveal texts that a password protects.
    const within = `(fold(event.title) LIKE fold(${pattern}) OR event.password_hash IS NULL
      AND (fold(event.excerpt) LIKE fold(${pattern}) OR fold(event.description) LIKE fold(${pattern})))`;
    return minus === '-' ? `NOT ${within}` : within;
  });
}
