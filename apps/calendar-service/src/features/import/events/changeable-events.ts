import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import type { ReadCancellation } from '../../../calendar/icalendar/reading/read-event';
import { EventFault } from '../../../calendar/icalendar/reading/split-file';
import { mayUpdate } from '../../../records/access/rights';
import type { EventRow } from '../../events/rows/event-row';
import { EventsRepository } from '../../events/rows/events.repository';

/** Stored events that a file may change. */
@Injectable()
export class ChangeableEvents {
  constructor(private readonly repository: EventsRepository) {}

  /** @throws EventFault when the caller may not change the event */
  async lock(id: number, actor: Actor): Promise<EventRow> {
    const row = await this.repository.lock({ id });
    if (!row) throw new EventFault('The event that has this UID was deleted meanwhile.');
    if (!mayUpdate(actor, 'event', row)) throw new EventFault('You may not change the event that has this UID.');
    return row;
  }
}

/** Whether the file has a higher sequence or a later change. A file with the same sequence and no time of change counts as newer. */
export function isNewer({ sequence, modifiedAt }: ReadCancellation, row: EventRow): boolean {
  if (sequence > row.sequence || (modifiedAt && modifiedAt.getTime() > row.modifiedAt.getTime())) return true;
  return modifiedAt === undefined && sequence === row.sequence;
}
