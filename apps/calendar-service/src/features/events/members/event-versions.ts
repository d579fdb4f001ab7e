import type { Actor } from '@almanac/auth';
import { type Versioned, versioned } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import type { OccurrenceDto } from '../../../calendar/parameters/occurrence.dto';
import { EventLoader } from '../event-loader';
import type { EventRow, FullEvent } from '../event-row';
import { EventPresenter } from '../event.presenter';
import { SeriesScopes } from '../series/series-scopes';

/**
 * Versions of events. Each is a digest of the answer to a read. So it changes with linked records, terms, tickets and the rights of the caller.
 */
@Injectable()
export class EventVersions {
  constructor(
    private readonly loader: EventLoader,
    private readonly scopes: SeriesScopes,
    private readonly presenter: EventPresenter,
  ) {}

  /** The event, or its occurrence that the request names, as a single read shows it. */
  async read(event: EventRow, part: OccurrenceDto, actor: Actor): Promise<Versioned<object>> {
    const full = await this.loader.loadOne(await this.scopes.named(event, part));
    return versioned(this.presenter.presentSingle(full, actor));
  }

  /** The answer to a change, with the version of the next read. */
  written(event: FullEvent, actor: Actor): Versioned<object> {
    const listed = this.presenter.present(event, actor);
    return versioned(this.presenter.presentSingle(event, actor, listed)).as(() => listed);
  }
}
