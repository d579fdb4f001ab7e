import type { Actor } from '@almanac/auth';
import type { ListQuery } from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../../config';
import { collectionParameters } from '../../../calendar/lists/collection-query';
import { listAnswer, type ListAnswer, requirePage, sentParameters } from '../../../calendar/lists/list-answer';
import { EVENT_FILTERS, FILTER_NAMES } from './event-filters';
import { EventListQueries, type EventListQuery } from './event-list-query';
import { EventListing, matchingEvents } from './event-listing';
import type { Reading } from '../event-access';
import { EventPasswords, type Protected } from '../passwords/event-passwords';
import { mayUpdate, type Owned } from '../../../records/access/rights';
import { ShownEvents } from '../shown/shown-events';
import { SeriesReach } from '../series/expansion/series-reach';

const REPEATED = FILTER_NAMES.filter((name) => EVENT_FILTERS[name].isRepeatedInLinks);

/** Answers lists of events. */
@Injectable()
export class EventLists {
  constructor(
    private readonly queries: EventListQueries,
    private readonly listing: EventListing,
    private readonly shown: ShownEvents,
    private readonly passwords: EventPasswords,
    private readonly reach: SeriesReach,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(input: Record<string, unknown>, actor: Actor): Promise<ListAnswer> {
    const { value, filter, paging, dateParameters } = await this.queries.checked(input, actor, {
      findsProtected: this.settings.findProtectedEvents,
    });
    const completeUntil = await this.reach.cover(filter.dates, (parameters) =>
      matchingEvents(filter, actor, parameters),
    );
    const { records, page } = await this.shownPage(filter, actor, paging.query, value);
    requirePage(page, 'event');
    return listAnswer({
      collection: `${apiRoot(this.settings)}/events/`,
      name: 'events',
      records,
      page,
      cursors: paging.cursors,
      completeUntil,
      parameters: { ...dateParameters, ...sentParameters(input, REPEATED), ...collectionParameters(input) },
    });
  }

  /** The matches are looked up once: events whose text is not kept are then read by their ids. */
  private async shownPage(filter: EventListQuery, actor: Actor, query: ListQuery, reading: Reading) {
    const outlines = await this.listing.outlines(filter, actor, query);
    const lockedOutlines = await this.lockedAmong(outlines.rows, actor, reading);
    const records = await this.shown.unchanged(outlines.rows, lockedOutlines, actor);
    if (records) return { records, page: outlines };
    const page = await this.listing.fetch(filter, actor, query);
    const locked = await this.lockedAmong(page.rows, actor, reading);
    return { records: await this.shown.list(page.rows, locked, actor), page };
  }

  /** With the context `edit`, callers who may change an event need no password, as for a single event. */
  private lockedAmong(events: readonly (Owned & Protected)[], actor: Actor, { password, context }: Reading) {
    const closed = context === 'edit' ? events.filter((event) => !mayUpdate(actor, 'event', event)) : events;
    return this.passwords.lockedAmong(closed, password);
  }
}
