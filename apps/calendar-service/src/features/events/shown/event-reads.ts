import type { Actor } from '@almanac/auth';
import { type RawInput, type Versioned, versionedText, WrittenJson } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { OccurrenceDto } from '../../../calendar/parameters/occurrence.dto';
import { checkedParameters } from '../../../calendar/parameters/read-parameters';
import type { RecordRef } from '../../../records/access/record-ref';
import { EventAccess, type Reading } from '../event-access';
import { EventLoader } from '../event-loader';
import { EventPresenter } from '../event.presenter';
import { type FullEvent, readableParts } from '../event-row';
import { ReadEventDto } from '../events.dto';
import { SeriesScopes } from '../series/series-scopes';
import { EventVersions } from '../members/event-versions';
import { ShownEvents } from './shown-events';

/** An event with the records inside it that the caller may read, and as a single read answers it. */
export interface AnsweredEvent {
  event: FullEvent;
  answer: ReturnType<EventPresenter['presentSingle']>;
}

/** Answers reads of one event. */
@Injectable()
export class EventReads {
  constructor(
    private readonly access: EventAccess,
    private readonly versions: EventVersions,
    private readonly shown: ShownEvents,
    private readonly loader: EventLoader,
    private readonly scopes: SeriesScopes,
    private readonly presenter: EventPresenter,
  ) {}

  async read(ref: RecordRef, input: RawInput, actor: Actor): Promise<Versioned<object>> {
    const value = checkedParameters(ReadEventDto, input);
    if (value.occurrence_id !== undefined || value.occurrence_date !== undefined) {
      return this.versions.read(await this.access.toRead(ref, actor, value), value, actor);
    }
    const known = this.shown.knownSingle(await this.access.toOutline(ref, actor, value), actor);
    const text = known ?? (await this.shown.single(await this.access.toShow(ref, actor, value), actor));
    return versionedText(text, () => new WrittenJson(text));
  }

  /** The event, or the occurrence that starts at `occurrence`, for pages. */
  async show(ref: RecordRef, reading: Reading, occurrence: unknown, actor: Actor): Promise<AnsweredEvent> {
    const part = checkedParameters(OccurrenceDto, { occurrence_date: occurrence });
    const row = await this.scopes.named(await this.access.toRead(ref, actor, reading), part);
    const event = await this.loader.loadOne(row);
    return { event: readableParts(event, actor), answer: this.presenter.presentSingle(event, actor) };
  }
}
