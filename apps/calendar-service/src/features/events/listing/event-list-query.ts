import type { Actor } from '@almanac/auth';
import { holdsThisMinute, neverHolds } from '@almanac/http';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import type { DateComparison, DateWindow } from '../../../calendar/date-window/date-window';
import { resolveDateWindow } from '../../../calendar/date-window/resolve-date-window';
import { type CollectionQuery, readCollectionQuery, CollectionQuery } from '../../../calendar/lists/collection-query';
import { type Paging, readPaging } from '../../../calendar/lists/paging';
import { EventLinks } from '../../../records/queries/event-links';
import type { ParameterFaults } from '../../../calendar/parameters/parameter-faults';
import { A_DATE } from '../../../calendar/parameters/record-rules';
import { readParameters } from '../../../calendar/parameters/read-parameters';
import { DEFAULT_RADIUS, type Nearby } from '../../../calendar/places/distance';
import { EventReferences } from '../../../records/queries/event-references';
import { RecordWriting } from '../../../records/writing/record-writing';
import { TermsRepository } from '../../terms/terms.repository';
import { EVENT_FIELDS, NEARBY_FIELDS, CONTENT_FIELDS } from './event-fields';
import { VenuesByPlace } from './event-places';
import { checkFilter, EventListDto, type EventListInput, FILTER_NAMES, type WantedFilters, filtersContents } from './event-filters';
import type { Parameters } from '@almanac/listing';
import { contentsShownTo } from '../../../records/access/protected-events';

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
