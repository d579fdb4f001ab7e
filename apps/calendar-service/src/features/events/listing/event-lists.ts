import type { Actor } from '@almanac/auth';
import { Inject, Injectable } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../../config';
import { collectionParameters } from '../../../calendar/lists/collection-query';
import { listAnswer, type ListAnswer, requirePage, sentParameters } from '../../../calendar/lists/list-answer';
import { EVENT_FILTERS, type EventListInput, FILTER_NAMES } from './event-filters';
import { EventListQueries } from './event-list-queries';
import { EventListing, matchingEvents } from './event-listing';
import { EventLoader } from '../rows/events.repository';
import { EventPresenter } from '../presenter/event.presenter';
import type { EventRow } from '../rows/event-row';
import { EventPasswords } from '../passwords/event-passwords';
import { mayUpdate } from '../../../records/access/rights';
import { SeriesReach } from '../series/series-reach';

const REPEATED = FILTER_NAMES.filter((name) => EVENT_FILTERS[name].isRepeatedInLinks);

/** Answers lists of events. */
@Injectable()
export class EventLists {
  constructor(
    private readonly queries: EventListQueries,
    private readonly listing: EventListing,
    private readonly loader: EventLoader,
    private readonly presenter: EventPresenter,
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
    const page = await this.listing.fetch(filter, actor, paging.query);
    requirePage(page, 'event');
    const locked = await this.lockedAmong(page.rows, actor, value);
    return listAnswer({
      collection: `${apiRoot(this.settings)}/events/`,
      name: 'events',
      records: this.presenter.presentList(await this.loader.load(page.rows), locked, actor),
      page,
      cursors: paging.cursors,
      completeUntil,
      parameters: { ...dateParameters, ...sentParameters(input, REPEATED), ...collectionParameters(input) },
    });
  }

  /** With the context `edit`, callers who may change an event need no password, as for a single event. */
  private lockedAmong(events: readonly EventRow[], actor: Actor, { password, context }: EventListInput) {
    const closed = context === 'edit' ? events.filter((event) => !mayUpdate(actor, 'event', event)) : events;
    return this.passwords.lockedAmong(closed, password);
  }
}
