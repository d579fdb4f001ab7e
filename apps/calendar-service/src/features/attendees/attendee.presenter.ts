import { each, FLAG, NamedSchema, record, TEXT, WALL_CLOCK, WHOLE } from '@almanac/openapi';
import { Inject, Injectable } from '@nestjs/common';
import { COST_DETAILS } from '../../calendar/cost/cost';
import { isFree } from '../../calendar/tickets/ticket';
import { ticketCost } from '../../calendar/tickets/ticket-cost';
import { CLOCK_OR_NONE, IDS, URLS } from '../../calendar/tickets/ticketing.schema';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { clocksOf } from '../events/presenter/event-members';
import type { EventRow } from '../events/rows/event-row';
import type { Attendee } from './attendee';
import { ATTENDEE_STATUSES } from './attendee.entity';

const ATTENDEE = {
  ...IDS,
  ticket: { ...WHOLE, description: 'Id of the ticket' },
  occurrence_date: {
    ...CLOCK_OR_NONE,
    description: 'When the occurrence begins that the place is for; null for the event as a whole',
  },
  ...each(TEXT, 'name', 'email'),
  quantity: { ...WHOLE, description: 'How many places; always one' },
  status: { ...TEXT, enum: ATTENDEE_STATUSES },
  cost: { ...TEXT, description: 'The price of the day on which the place was taken' },
  cost_details: COST_DETAILS,
  reserved: { ...FLAG, description: 'Whether there is something to pay, which happens elsewhere' },
  checked_in: FLAG,
  checked_in_at: { ...CLOCK_OR_NONE, description: 'On the clock of the event' },
  checked_in_at_utc: { ...CLOCK_OR_NONE, description: 'In UTC' },
  date: { ...WALL_CLOCK, description: 'On the clock of the site' },
  date_utc: { ...WALL_CLOCK, description: 'In UTC' },
  urls: URLS,
};

/** The answer of `AttendeePresenter`. */
export const ATTENDEE_SCHEMA = new NamedSchema('Attendee', record(ATTENDEE));

/** The answer to a new reservation. */
export const NEW_ATTENDEE_SCHEMA = new NamedSchema(
  'NewAttendee',
  record({
    ...ATTENDEE,
    cancel_token: { ...TEXT, description: 'Reads and cancels the place; no other answer contains it' },
  }),
);

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
