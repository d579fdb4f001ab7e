import type { Actor } from '@almanac/auth';
import type { RawInput } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { WrittenJson } from '../../../calendar/answers/written-json';
import { checkedParameters } from '../../../calendar/parameters/read-parameters';
import type { RecordRef } from '../../../records/access/record-ref';
import { EventAccess } from '../event-access';
import { EventLoader } from '../event-loader';
import { EventPresenter } from '../event.presenter';
import { ReadEventDto } from '../events.dto';
import { SeriesScopes } from '../series/series-scopes';
import { ShownEvents } from './shown-events';

/** Answers reads of one event. */
@Injectable()
export class EventReads {
  constructor(
    private readonly access: EventAccess,
    private readonly loader: EventLoader,
    private readonly scopes: SeriesScopes,
    private readonly presenter: EventPresenter,
    private readonly shown: ShownEvents,
  ) {}

  async read(ref: RecordRef, input: RawInput, actor: Actor): Promise<object> {
    const value = checkedParameters(ReadEventDto, input);
    if (value.occurrence_id !== undefined || value.occurrence_date !== undefined) {
      const occurrence = await this.scopes.named(await this.access.toRead(ref, actor, value), value);
      return this.presenter.presentSingle(await this.loader.loadOne(occurrence), actor);
    }
    const known = this.shown.knownSingle(await this.access.toOutline(ref, actor, value), actor);
    return new WrittenJson(known ?? (await this.shown.single(await this.access.toShow(ref, actor, value), actor)));
  }
}
