import { Inject, Injectable } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../../config';
import { isFree } from '../../../calendar/tickets/ticket';
import { ticketCost } from '../../../calendar/tickets/ticket-cost';
import type { Attendee } from './attendee';
import { clocksOf } from '../../events/presenter/event-members';
import { EventRow } from '../../events/rows/event-row';

@Injectable()
export class AttendeePresenter {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  present(attendee: Attendee, event: EventRow) {
    const up = `${apiRoot(this.settings)}/events/${event.id}`;
    return {
      id: attendee.id,
      event: event.id,
      ticket: attendee.ticketId,
      occurrence_date: attendee.occurrence,
      name: attendee.name,
      email: attendee.email,
      quantity: 1,
      status: attendee.status,
      ...ticketCost([attendee], this.settings.currency),
      // There is no payment: a place with a price is only reserved.
      reserved: !isFree(attendee),
      checked_in: attendee.checkedInAt !== null,
      ...clocksOf('checked_in_at', attendee.checkedInAt, event.timezone),
      ...clocksOf('date', attendee.createdAt, this.settings.siteZone),
      urls: { self: `${up}/attendees/${attendee.id}`, collection: `${up}/attendees`, up },
    };
  }
}
