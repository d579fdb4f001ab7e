import { Database } from '@almanac/database';
import {
  defineListing,
  filterCondition,
  integer,
  orderBy,
  type PageQuery,
  Parameters,
  text,
  word,
} from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { CollectionQuery } from '../../calendar/lists/collection-query';
import { fetchPage, type Page } from '../../calendar/lists/fetch-page';
import { likePattern } from '../../calendar/lists/like-pattern';
import type { CountedTerm, TermKind } from './term.entity';
import { publicCount, TERM_COLUMNS } from './terms.repository';

export interface TermFilter {
  search: string | undefined;
  include: number[] | undefined;
  exclude: number[] | undefined;
  /** 0 asks for the roots. */
  parent: number | undefined;
  eventId: number | undefined;
  slug: string | undefined;
  hideEmpty: boolean;
  query: CollectionQuery;
  /** In the order of the ids in `include`. */
  asIncluded: boolean;
}

/** Fields that order and filter lists of terms. */
export const TERM_FIELDS = defineListing({
  name: text('term.name'),
  id: integer('term.id'),
  slug: word('term.slug'),
  description: text('term.description'),
  parent: integer('coalesce(term.parent_id, 0)'),
  count: integer(publicCount('term.id')),
});

/** A term is in use when it, or a term below it, has a published event. */
const IN_USE = `term.id IN (
  WITH RECURSIVE used AS (
    SELECT id, parent_id FROM terms WHERE id IN (SELECT term_id FROM term_tallies GROUP BY term_id HAVING sum(amount) > 0)
    UNION SELECT parent.id, parent.parent_id FROM terms parent JOIN used ON used.parent_id = parent.id)
  SELECT id FROM used)`;

@Injectable()
export class TermListing {
  constructor(private readonly database: Database) {}

  fetch(kind: TermKind, filter: TermFilter, page: PageQuery): Promise<Page<CountedTerm>> {
    const parameters = new Parameters();
    const where = [
      ...conditions(kind, filter, parameters),
      filterCondition(TERM_FIELDS, filter.query, parameters),
    ].join(' AND ');
    const source = {
      select: TERM_COLUMNS,
      from: 'terms term',
      where,
      orderBy: order(filter, parameters),
      values: parameters.values,
    };
    return fetchPage<CountedTerm>(this.database, source, page);
  }
}

function conditions(kind: TermKind, filter: TermFilter, parameters: Parameters): string[] {
  const all = [`term.kind = ${parameters.add(kind)}`];
  if (filter.search !== undefined) {
    const pattern = parameters.add(likePattern(filter.search));
    all.push(`(fold(term.name) LIKE fold(${pattern}) OR term.slug LIKE fold(${pattern}))`);
  }
  if (filter.include) all.push(`term.id = ANY(${parameters.add(filter.include)})`);
  if (filter.exclude) all.push(`term.id <> ALL(${parameters.add(filter.exclude)})`);
  if (filter.parent !== undefined) all.push(`coalesce(term.parent_id, 0) = ${parameters.add(filter.parent)}`);
  if (filter.eventId !== undefined)
    all.push(
      `EXISTS (SELECT 1 FROM event_terms link WHERE link.term_id = term.id AND link.event_id = ${parameters.add(filter.eventId)})`,
    );
  if (filter.slug !== undefined) all.push(`term.slug = ${parameters.add(filter.slug)}`);
  // The terms of one event count as in use, even while that event is a draft (calendar-behaviour §8).
  if (filter.hideEmpty && filter.eventId === undefined) all.push(IN_USE);
  return all;
}

function order({ query, asIncluded, include }: TermFilter, parameters: Parameters): string {
  if (!asIncluded || !include) return orderBy(TERM_FIELDS, query);
  return `array_position(${parameters.add(include)}::int[], term.id) ${query.descending ? 'DESC' : 'ASC'}`;
}
