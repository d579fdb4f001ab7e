import type { Actor } from '@almanac/auth';
import { type RawInput, type Versioned, versioned } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { OccurrenceDto } from '../../calendar/parameters/occurrence.dto';
import { checkedParameters } from '../../calendar/parameters/read-parameters';
import type { RecordRef } from '../../records/access/record-ref';
import { EventAccess, type EventReadOptions } from './event-access';
import { EventLoader } from './rows/events.repository';
import { EventPresenter } from './presenter/event.presenter';
import { type EventRow, type FullEvent, readableParts } from './rows/event-row';
import { ReadEventDto } from './events.dto';
import { SeriesScopes } from './series/series-scopes';

/** An event with the records inside it that the caller may read, and as a single read answers it. */
export interface PresentedEvent {
  event: FullEvent;
  answer: ReturnType<EventPresenter['presentSingle']>;
}

/**
 * Answers about one event, with its version. The version is a digest of the answer to a read. So it changes with linked records, terms, tickets
 * and the rights of the caller.
 */
@Injectable()
export class EventReader {
  constructor(
    private readonly access: EventAccess,
    private readonly loader: EventLoader,
    private readonly scopes: SeriesScopes,
    private readonly presenter: EventPresenter,
  ) {}

  async read(ref: RecordRef, input: RawInput, actor: Actor): Promise<Versioned<object>> {
    const value = checkedParameters(ReadEventDto, input);
    return this.version(await this.access.getReadable(ref, actor, value), value, actor);
  }

  /** The event, or its occurrence that the request names, as a single read shows it. */
  async version(event: EventRow, part: OccurrenceDto, actor: Actor): Promise<Versioned<object>> {
    const full = await this.loader.loadRow(await this.scopes.named(event, part));
    return versioned(this.presenter.presentSingle(full, actor));
  }

  /** The answer to a change, with the version of the next read. */
  presentChange(event: FullEvent, actor: Actor): Versioned<object> {
    const listed = this.presenter.present(event, actor);
    return versioned(this.presenter.presentSingle(event, actor, listed)).as(() => listed);
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
}
