import type { Actor } from '@almanac/auth';
import { type RawInput, type VersionedAnswer, versionedAnswer } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { listAnswer, type ListAnswer, requirePage, sentParameters } from '../../calendar/lists/list-answer';
import { collectionParameters } from '../../calendar/lists/list-query';
import { OccurrenceDto } from '../../calendar/parameters/occurrence.dto';
import { checkedParameters } from '../../calendar/parameters/read-parameters';
import type { RecordRef } from '../../records/access/record-ref';
import { mayUpdate } from '../../records/access/rights';
import { EventAccess, type EventReadOptions } from './event-access';
import { ReadEventDto } from './events.dto';
import { EVENT_FILTERS, type EventListInput, FILTER_NAMES } from './listing/event-filters';
import { EventListParser } from './listing/event-list-parser';
import { EventListing, matchingEvents } from './listing/event-listing';
import { EventPasswords } from './passwords/event-passwords';
import { EventPresenter } from './presenter/event.presenter';
import { EVENT_COLUMNS, type EventRow, type FullEvent, readableParts } from './rows/event-row';
import { EventLoader } from './rows/events.repository';
import { SeriesReach } from './series/series-reach';
import { SeriesScopes } from './series/series-scopes';

/** An event with the records inside it that the caller may read, and as a single read answers it. */
export interface PresentedEvent {
  event: FullEvent;
  answer: ReturnType<EventPresenter['presentSingle']>;
}

const REPEATED = FILTER_NAMES.filter((name) => EVENT_FILTERS[name].isRepeatedInLinks);

/**
 * Answers about single events and lists of events. An answer about one event has its version, a digest of the answer to a read. So the version
 * changes with linked records, terms, tickets and the rights of the caller.
 */
@Injectable()
export class EventReader {
  constructor(
    private readonly access: EventAccess,
    private readonly loader: EventLoader,
    private readonly scopes: SeriesScopes,
    private readonly presenter: EventPresenter,
    private readonly parser: EventListParser,
    private readonly listing: EventListing,
    private readonly passwords: EventPasswords,
    private readonly reach: SeriesReach,
  ) {}

  async list(input: RawInput, actor: Actor): Promise<ListAnswer> {
    const { value, filter, paging, dateParameters } = await this.parser.parse(input, actor, { followsReference: true });
    const completeUntil = await this.reach.cover(filter.dates, (parameters) =>
      matchingEvents(filter, actor, parameters),
    );
    const page = await this.listing.fetch(filter, actor, paging.query, EVENT_COLUMNS);
    requirePage(page, 'event');
    const locked = await this.lockedAmong(page.rows, actor, value);
    return listAnswer({
      collection: this.presenter.collection,
      name: 'events',
      records: this.presenter.presentList(await this.loader.load(page.rows), locked, actor),
      page,
      cursors: paging.cursors,
      completeUntil,
      parameters: { ...dateParameters, ...sentParameters(input, REPEATED), ...collectionParameters(input) },
    });
  }

  async read(ref: RecordRef, input: RawInput, actor: Actor): Promise<VersionedAnswer<object>> {
    const value = checkedParameters(ReadEventDto, input);
    return this.version(await this.access.getReadable(ref, actor, value), value, actor);
  }

  /** The event, or its occurrence that the request names, as a single read shows it. */
  async version(event: EventRow, part: OccurrenceDto, actor: Actor): Promise<VersionedAnswer<object>> {
    const full = await this.loader.loadRow(await this.scopes.named(event, part));
    return versionedAnswer(this.presenter.presentSingle(full, actor));
  }

  /** The answer to a change, with the version of the next read. */
  presentChange(event: FullEvent, actor: Actor): VersionedAnswer<object> {
    const listed = this.presenter.present(event, actor);
    return versionedAnswer(this.presenter.presentSingle(event, actor, listed)).as(() => listed);
  }

  /** The event, or the occurrence that starts at `occurrence`, for pages. */
  async readForPage(
    ref: RecordRef,
    options: EventReadOptions,
    occurrence: unknown,
    actor: Actor,
  ): Promise<PresentedEvent> {
    const part = checkedParameters(OccurrenceDto, { occurrence_date: occurrence });
    const row = await this.scopes.named(await this.access.getReadable(ref, actor, options), part);
    const event = await this.loader.loadRow(row);
    return { event: readableParts(event, actor), answer: this.presenter.presentSingle(event, actor) };
  }

  /** With the context `edit`, callers who may change an event need no password, as for a single event. */
  private lockedAmong(events: readonly EventRow[], actor: Actor, { password, context }: EventListInput) {
    const closed = context === 'edit' ? events.filter((event) => !mayUpdate(actor, 'event', event)) : events;
    return this.passwords.lockedAmong(closed, password);
  }
}
