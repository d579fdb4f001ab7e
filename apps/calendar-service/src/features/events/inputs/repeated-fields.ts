import type { Actor } from '@almanac/auth';
import type { RawInput } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { withoutRepeated } from '../../../records/writing/record-writing';
import { EventLoader } from '../rows/events.repository';
import { type EventRow, readableParts } from '../rows/event-row';
import { EventPresenter } from '../presenter/event.presenter';
import { namesRecords, withAllVenues } from './linked-records';

/** Answers show rendered texts, the event's own page as its website, and the cost of its tickets as its cost. */
const NAMES = ['title', 'description', 'excerpt', 'website', 'cost'];

/** Recognises members of an answer that a change of the event sends back. */
@Injectable()
export class RepeatedFields {
  constructor(
    private readonly loader: EventLoader,
    private readonly presenter: EventPresenter,
  ) {}

  /** The input without fields that repeat what the caller reads of the event. Only for callers who may change it. */
  async without(input: RawInput, row: EventRow, actor: Actor): Promise<RawInput> {
    if (![...NAMES, 'venues', 'date_utc'].some((name) => name in input)) return input;
    const areLinksSent = 'venues' in input;
    const isLoaded = areLinksSent || (row.ticketed && row.cost.length === 0 && 'cost' in input);
    const event = isLoaded
      ? await this.loader.loadOne(row)
      : { row, venues: [], organizers: [], terms: [], tickets: [] };
    const { venues, organizers } = readableParts(event, actor);
    const shown = this.presenter.present(event, actor);
    const { venue, organizer, ...rest }: RawInput = withAllVenues({ ...withoutRepeated(input, shown, NAMES) });
    // The answer lacks linked records that the caller may not read. A repetition keeps them.
    const isKept = (sent: unknown, linked: readonly { id: number }[]) =>
      sent === undefined || (areLinksSent && namesRecords(sent, linked));
    return {
      ...rest,
      ...(!isKept(venue, venues) && { venue }),
      ...(!isKept(organizer, organizers) && { organizer }),
    };
  }
}
