import type { Actor } from '@almanac/auth';
import { type RawInput, type Versioned, versionedText } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { WrittenJson } from '../../../calendar/answers/written-json';
import { checkedParameters } from '../../../calendar/parameters/read-parameters';
import type { RecordRef } from '../../../records/access/record-ref';
import { EventAccess } from '../event-access';
import { ReadEventDto } from '../events.dto';
import { EventVersions } from '../members/event-versions';
import { ShownEvents } from './shown-events';

/** Answers reads of one event. */
@Injectable()
export class EventReads {
  constructor(
    private readonly access: EventAccess,
    private readonly versions: EventVersions,
    private readonly shown: ShownEvents,
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
}
