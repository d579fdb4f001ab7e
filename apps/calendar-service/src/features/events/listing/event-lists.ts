import type { Actor } from '@almanac/auth';
import { Problem } from '@almanac/errors';
import { Inject, Injectable } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../../config';
import { collectionParameters } from '../../../calendar/lists/collection-query';
import { listAnswer, type ListAnswer, sentParameters } from '../../../calendar/lists/list-answer';
import { pageQuery } from '../../../calendar/lists/page.dto';
import { EVENT_FILTERS, FILTER_NAMES } from './event-filters';
import { EventListQueries } from './event-list-query';
import { EventListing, matchingEvents } from './event-listing';
import { EventLoader } from '../event-loader';
import { EventPasswords } from '../passwords/event-passwords';
import { EventPresenter } from '../event.presenter';
import { SeriesReach } from '../series/expansion/series-reach';

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
    const { value, filter, dateParameters } = await this.queries.checked(input, actor);
    const page = pageQuery(value);
    const completeUntil = await this.reach.cover(filter.dates, (parameters) =>
      matchingEvents(filter, actor, parameters),
    );
    const { rows, total } = await this.listing.fetch(filter, actor, page);
    if (rows.length === 0 && page.page > 1)
      throw new Problem(404, 'The requested event archive page was not found', {
        type: 'page-out-of-range',
        code: 'event-archive-page-not-found',
      });
    const events = await this.loader.load(rows);
    const locked = await this.passwords.lockedAmong(rows, value.password);
    return listAnswer({
      collection: `${apiRoot(this.settings)}/events/`,
      name: 'events',
      records: this.presenter.presentList(events, locked, actor),
      total,
      page,
      completeUntil,
      parameters: { ...dateParameters, ...sentParameters(input, REPEATED), ...collectionParameters(input) },
    });
  }
}
