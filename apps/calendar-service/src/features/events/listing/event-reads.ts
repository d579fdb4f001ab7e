import type { Actor } from '@almanac/auth';
import { Problem } from '@almanac/errors';
import { Inject, Injectable } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../../config';
import { collectionParameters } from '../../../calendar/lists/collection-query';
import { listAnswer, type ListAnswer, sentParameters } from '../../../calendar/lists/list-answer';
import { pageQuery } from '../../../calendar/lists/page.dto';
import { checkedParameters } from '../../../calendar/parameters/read-parameters';
import type { RecordRef } from '../../../records/access/record-ref';
import { EventAccess } from '../event-access';
import { EVENT_FILTERS, FILTER_NAMES } from './event-filters';
import { EventListQueries } from './event-list-query';
import { EventListing, matchingEvents } from './event-listing';
import { EventLookup } from '../event-lookup';
import { EventReading } from '../event-reading';
import { EventPasswords } from '../passwords/event-passwords';
import type { EventRow } from '../event-row';
import { EventPresenter } from '../event.presenter';
import type { FullEvent } from '../full-event';
import { ReadEventDto } from '../events.dto';
import { SeriesReach } from '../series/expansion/series-reach';
import { occurrenceRef, SeriesScopes } from '../series/series-scopes';

const REPEATED = FILTER_NAMES.filter((name) => EVENT_FILTERS[name].isRepeatedInLinks);

/** Reads single events and lists of events. */
@Injectable()
export class EventReads {
  constructor(
    private readonly access: EventAccess,
    private readonly lookup: EventLookup,
    private readonly queries: EventListQueries,
    private readonly listing: EventListing,
    private readonly reading: EventReading,
    private readonly presenter: EventPresenter,
    private readonly scopes: SeriesScopes,
    private readonly passwords: EventPasswords,
    private readonly reach: SeriesReach,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async read(ref: RecordRef, input: object, actor: Actor): Promise<FullEvent> {
    const value = checkedParameters(ReadEventDto, input);
    const event = await this.access.toRead(ref, actor, value);
    const occurrence = occurrenceRef(event, value);
    return this.lookup.complete(occurrence ? await this.scopes.occurrence(event, occurrence) : event);
  }

  /** The event after an access check that ignores its password, and the password that was sent. */
  async outline(
    ref: RecordRef,
    input: object,
    actor: Actor,
  ): Promise<{ event: EventRow; password: string | undefined }> {
    const { password } = checkedParameters(ReadEventDto, input);
    return { event: await this.access.toOutline(ref, actor), password };
  }

  async list(input: Record<string, unknown>, actor: Actor): Promise<ListAnswer> {
    const { value, filter, dateParameters } = await this.queries.checked(input, actor);
    const page = pageQuery(value);
    const completeUntil = await this.reach.cover(filter.dates, (parameters) =>
      matchingEvents(filter, actor, parameters),
    );
    const { rows, total } = await this.listing.fetch(filter, actor, page);
    if (rows.length === 0 && page.page > 1)
      throw new Problem(404, 'The requested event archive page was not found', {
        code: 'event-archive-page-not-found',
      });
    const events = await this.reading.complete(rows);
    const locked = await this.passwords.lockedAmong(rows, value.password);
    return listAnswer({
      collection: `${apiRoot(this.settings)}/events/`,
      name: 'events',
      records: events.map((event) =>
        locked.has(event.row.id) ? this.presenter.presentBlanked(event, actor) : this.presenter.present(event, actor),
      ),
      total,
      page,
      completeUntil,
      parameters: { ...dateParameters, ...sentParameters(input, REPEATED), ...collectionParameters(input) },
    });
  }
}
