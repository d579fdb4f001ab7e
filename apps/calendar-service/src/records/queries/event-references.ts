import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import type { ParameterFaults } from '../../calendar/parameters/parameter-faults';
import { mayRead, mayUpdate } from '../access/rights';
import { type AccessFacts, RecordsRepository } from './records.repository';

/** No record has this id, so a list filtered by it is empty. */
const NO_RECORD = 0;

/** Filters of lists that name an event, e.g. `event` and `post_parent`. The list is empty when the caller may not see the event. */
@Injectable()
export class EventReferences {
  constructor(private readonly records: RecordsRepository) {}

  /** For lists of records that the event shows. The event's password protects these lists too. */
  partsOf(name: string, id: number | undefined, actor: Actor, faults: ParameterFaults): Promise<number | undefined> {
    return this.resolve(
      name,
      id,
      faults,
      (event) => mayRead(actor, 'event', event) && (!event.isProtected || mayUpdate(actor, 'event', event)),
    );
  }

  /** For lists of the event's children. */
  childrenOf(name: string, id: number | undefined, actor: Actor, faults: ParameterFaults): Promise<number | undefined> {
    return this.resolve(name, id, faults, (event) => mayRead(actor, 'event', event));
  }

  /** @returns the id to filter by; `faults` gets the parameter when no event has its id */
  private async resolve(
    name: string,
    id: number | undefined,
    faults: ParameterFaults,
    isTold: (event: AccessFacts) => boolean,
  ): Promise<number | undefined> {
    if (id === undefined || faults.has(name)) return undefined;
    const event = await this.records.accessFactsOf(id);
    if (!event) faults.addInvalid(name, `${name} must be the id of an event.`);
    return event && event.status !== 'trash' && isTold(event) ? id : NO_RECORD;
  }
}
