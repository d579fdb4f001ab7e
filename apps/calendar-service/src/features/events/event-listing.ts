import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { filterCondition, orderBy, type PageQuery, Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { ComparedField, DateComparison } from '../../domain/date-window/date-window';
import type { CollectionQuery } from '../../domain/lists/collection-query';
import { fetchPage, type Page } from '../../domain/lists/fetch-page';
import { likePattern } from '../../domain/lists/like-pattern';
import type { Nearby } from '../../domain/places/distance';
import { visibleTo } from '../../domain/records/head-sql';
import type { Status } from '../../domain/records/record';
import { EVENT_FIELDS, NEARBY_FIELDS } from './event-fields';
import { hasPlace, nearby } from './event-places';
import { EVENT_COLUMNS } from './events.repository';
import type { EventRow } from './event-row';

/** What a list of events is narrowed to; ids are known to exist. */
export interface EventFilter {
  dates: readonly DateComparison[];
  statuses: Status[] | undefined;
  search: string | undefined;
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

/** Lists of events. Hidden ones are in none. */
@Injectable()
export class EventListing {
  constructor(private readonly database: Database) {}

  fetch(filter: EventFilter, actor: Actor, page: PageQuery): Promise<Page<EventRow>> {
    const parameters = new Parameters();
    const { near, query } = filter;
    return fetchPage<EventRow>(
      this.database,
      {
        select: near ? `${EVENT_COLUMNS}, near.distance` : EVENT_COLUMNS,
        ...matches(filter, actor, parameters),
        orderBy: `${orderBy(fieldsOf(filter), query)}, occurrence.id`,
        values: parameters.values,
      },
      page,
    );
  }
}

const fieldsOf = ({ near }: EventFilter) => (near ? NEARBY_FIELDS : EVENT_FIELDS);

/** SQL for the occurrences that match, of the aliases `occurrence` and `event`. */
export function matches(filter: EventFilter, actor: Actor, parameters: Parameters): { from: string; where: string } {
  const { near, query } = filter;
  const around = near ? nearby(near, actor, parameters) : '';
  const where = [
    'NOT event.hide_from_listings',
    visibleTo(actor, 'event', 'event', filter.statuses, parameters),
    ...filter.dates.map((comparison) => during(comparison, parameters)),
    ...conditions(filter, parameters),
    ...(filter.hasPlace === undefined ? [] : [hasPlace(filter.hasPlace, actor, parameters)]),
    filterCondition(fieldsOf(filter), query, parameters),
  ];
  return {
    from: `occurrences occurrence JOIN events event ON event.id = occurrence.event_id ${around}`,
    where: where.join(' AND '),
  };
}

const COLUMNS: Record<ComparedField, Record<'local' | 'utc', string>> = {
  start: { local: 'occurrence.starts_local', utc: 'lower(occurrence.during)' },
  end: { local: 'occurrence.ends_local', utc: 'upper(occurrence.during)' },
  modified: { local: 'event.modified_at', utc: 'event.modified_at' },
};

function during({ field, operator, against: { clock, value } }: DateComparison, parameters: Parameters): string {
  const type = clock === 'utc' ? 'timestamptz' : 'timestamp';
  return `${COLUMNS[field][clock]} ${operator} ${parameters.add(value)}::${type}`;
}

function conditions(filter: EventFilter, parameters: Parameters): string[] {
  const all: string[] = [];
  const { categoryIds, tagIds, venueIds, organizerIds } = filter;
  if (categoryIds) all.push(`event.id IN (${WITHIN_CATEGORIES.replace('$ids', parameters.add(categoryIds))})`);
  if (tagIds) all.push(`event.id IN (SELECT event_id FROM event_terms WHERE term_id = ANY(${parameters.add(tagIds)}))`);
  if (venueIds) all.push(`event.id IN (SELECT event_id FROM event_venues WHERE venue_id = ANY(${parameters.add(venueIds)}))`);
  if (organizerIds)
    all.push(`event.id IN (SELECT event_id FROM event_organizers WHERE organizer_id = ANY(${parameters.add(organizerIds)}))`);
  if (filter.featured !== undefined) all.push(filter.featured ? 'event.featured' : 'NOT event.featured');
  if (filter.ticketed !== undefined) all.push(filter.ticketed ? 'event.ticketed' : 'NOT event.ticketed');
  if (filter.include) all.push(`event.id = ANY(${parameters.add(filter.include)})`);
  if (filter.parentId !== undefined) all.push(`event.parent_id = ${parameters.add(filter.parentId)}`);
  if (filter.search !== undefined) all.push(...searchConditions(filter.search, parameters));
  return all;
}

/** Events of these categories and of all below them. */
const WITHIN_CATEGORIES = `
  WITH RECURSIVE wanted AS (
    SELECT id FROM terms WHERE id = ANY($ids)
    UNION SELECT child.id FROM terms child JOIN wanted ON child.parent_id = wanted.id)
  SELECT link.event_id FROM event_terms link JOIN wanted ON wanted.id = link.term_id`;

/** Words must all occur, in title, excerpt or description; "quoted words" stay together, -word must not occur. */
function searchConditions(text: string, parameters: Parameters): string[] {
  return [...text.matchAll(/(-?)(?:"([^"]+)"|(\S+))/g)].map(([, minus, phrase, word]) => {
    const pattern = parameters.add(likePattern(phrase ?? word ?? ''));
    // What a protected event hides must not be guessed by searching.
    const within = `(fold(event.title) LIKE fold(${pattern}) OR event.password_hash IS NULL
      AND (fold(event.excerpt) LIKE fold(${pattern}) OR fold(event.description) LIKE fold(${pattern})))`;
    return minus === '-' ? `NOT ${within}` : within;
  });
}
