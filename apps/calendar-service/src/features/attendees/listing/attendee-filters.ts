import { type Actor, isAnonymous } from '@almanac/auth';
import type { Cursors } from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { readCollectionQuery, readPaging } from '../../../calendar/lists/list-query';
import { readParameters } from '../../../calendar/parameters/read-parameters';
import { mayUpdate, refuse } from '../../../records/access/rights';
import { EventAccess } from '../../events/event-access';
import { AttendeeListDto } from '../attendee/attendees.dto';
import type { EventRow } from '../../events/rows/event-row';
import { ATTENDEE_FIELDS, type AttendeeFilter } from './attendees.listing';

export interface ReadAttendeeFilter {
  event: EventRow;
  filter: AttendeeFilter;
  cursors: Cursors;
}

const EARLIEST_FIRST = { sort: 'id', descending: false };

/** Turns the parameters of a list into a filter. Callers who may change the event see all attendees; others see only their own places. */
@Injectable()
export class AttendeeFilters {
  constructor(
    private readonly access: EventAccess,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async read(eventId: number, input: Record<string, unknown>, actor: Actor): Promise<ReadAttendeeFilter> {
    const { value, faults } = readParameters(AttendeeListDto, input);
    const { serviceSecret: secret } = this.settings;
    const list = { definition: ATTENDEE_FIELDS, path: `events/${eventId}/attendees`, secret };
    const order = readCollectionQuery(ATTENDEE_FIELDS, input, value, EARLIEST_FIRST, faults);
    const { query, cursors } = readPaging(list, order, value, faults);
    faults.refuse();
    if (isAnonymous(actor)) refuse(actor);
    const event = await this.access.named(eventId, actor);
    const userId = mayUpdate(actor, 'event', event) ? undefined : actor.id;
    const { ticket, status, checked_in: checkedIn, search } = value;
    return { event, filter: { eventId, userId, ticket, status, checkedIn, search, query }, cursors };
  }
}
