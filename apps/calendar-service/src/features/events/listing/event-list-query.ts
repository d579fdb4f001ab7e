import type { Actor } from '@almanac/auth';
import type { DateComparison } from '../../../calendar/date-window/date-window';
import { CollectionQuery } from '../../../calendar/lists/list-query';
import { CONTENT_FIELDS } from './event-fields';
import { type WantedFilters, filtersContents } from './event-filters';
import type { Parameters } from '@almanac/listing';
import { contentsShownTo } from '../../../records/access/head-sql';

/** The events that a list asks for, and their order. Plain data, because the ETag of feeds covers it. */
export interface EventListQuery {
  dates: readonly DateComparison[];
  filters: WantedFilters;
  query: CollectionQuery;
  /** Protected events whose password the caller sent; absent where filters find all of them. */
  opened?: readonly number[];
}

/** Whether the list is filtered by members that a protected event does not show. */
export const readsContents = ({ filters, query }: Pick<EventListQuery, 'filters' | 'query'>): boolean =>
  filtersContents(filters) || query.filters.some(({ field }) => CONTENT_FIELDS.has(field));

/** SQL condition that leaves out protected events whose contents the caller does not see, where the list is filtered by them. */
export const contentsCondition = (list: EventListQuery, actor: Actor, parameters: Parameters): string[] =>
  list.opened && readsContents(list) ? [contentsShownTo(actor, list.opened, parameters)] : [];
