import type { Actor } from '@almanac/auth';
import { Problem } from '@almanac/errors';
import { Inject, Injectable } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { collectionParameters } from '../../domain/lists/collection-query';
import { listAnswer, type ListAnswer, sentParameters } from '../../domain/lists/list-answer';
import { pageQuery } from '../../domain/lists/page.dto';
import { checkedParameters } from '../../domain/parameters/read-parameters';
import type { RecordRef } from '../../domain/records/record-ref';
import { mayRead, mayUpdate } from '../../domain/records/rights';
import { EventFilters } from './event-filters';
import { EventListing } from './event-listing';
import { EventLookup } from './event-lookup';
import { EventReading } from './event-reading';
import { type EventRow, isLocked } from './event-row';
import { EventPresenter } from './event.presenter';
import type { FullEvent } from './full-event';
import { ReadEventDto } from './events.dto';

const LIST_PARAMETERS = ['search', 'categories', 'tags', 'venue', 'organizer', 'featured', 'status', 'include', 'post_parent', 'ticketed', 'password', 'geoloc', 'geoloc_lat', 'geoloc_lng', 'geoloc_radius']; // prettier-ignore

/** Reading events, one or many. */
@Injectable()
export class EventReads {
  constructor(
    private readonly lookup: EventLookup,
    private readonly filters: EventFilters,
    private readonly listing: EventListing,
    private readonly reading: EventReading,
    private readonly presenter: EventPresenter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Why an event is not shown is told in the order of calendar-behaviour §5.2: unknown, in the trash, not public, locked. */
  async read(ref: RecordRef, input: object, actor: Actor): Promise<FullEvent> {
    const { password, context } = checkedParameters(ReadEventDto, input);
    const event = await this.accessible(ref, actor);
    const isEditing = context === 'edit' && mayUpdate(actor, 'event', event);
    if (isLocked(event, password) && !isEditing)
      refused('event-password-protected', 'The requested event is not accessible without a password');
    return this.lookup.complete(event);
  }

  /** The event as it is shown without its password, and the password that was sent. */
  async outline(ref: RecordRef, input: object, actor: Actor): Promise<{ event: EventRow; password: string | undefined }> {
    const { password } = checkedParameters(ReadEventDto, input);
    return { event: await this.accessible(ref, actor), password };
  }

  async list(input: Record<string, unknown>, actor: Actor): Promise<ListAnswer> {
    const { value, filter, dateParameters } = await this.filters.checked(input, actor);
    const page = pageQuery(value);
    const { rows, total } = await this.listing.fetch(filter, actor, page);
    if (rows.length === 0 && page.page > 1)
      throw new Problem(404, 'The requested event archive page was not found', { code: 'event-archive-page-not-found' });
    const events = await this.reading.complete(rows);
    return listAnswer({
      collection: `${apiRoot(this.settings)}/events/`,
      name: 'events',
      records: events.map((event) =>
        isLocked(event.row, value.password) ? this.presenter.presentBlanked(event, actor) : this.presenter.present(event, actor),
      ),
      total,
      page,
      parameters: { ...dateParameters, ...sentParameters(input, LIST_PARAMETERS), ...collectionParameters(input) },
    });
  }

  private async accessible(ref: RecordRef, actor: Actor): Promise<EventRow> {
    const event = await this.lookup.get(ref);
    if (event.status === 'trash') refused('event-no-longer-available', 'This event is no longer available');
    if (!mayRead(actor, 'event', event)) refused('event-not-accessible', 'The requested event is not accessible');
    return event;
  }
}

function refused(code: string, message: string): never {
  throw new Problem(403, message, { code });
}
