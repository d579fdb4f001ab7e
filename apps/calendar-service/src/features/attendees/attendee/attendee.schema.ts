import { COST_DETAILS } from '../../../calendar/cost/cost';
import { each, FLAG, NamedSchema, record, TEXT, WALL_CLOCK, WHOLE } from '@almanac/openapi';
import { CLOCK_OR_NONE, IDS, URLS } from '../../../calendar/tickets/ticketing.schema';
import { STATUSES } from './attendee';

const ATTENDEE = {
  ...IDS,
  ticket: { ...WHOLE, description: 'Id of the ticket' },
  occurrence_date: {
    ...CLOCK_OR_NONE,
    description: 'When the occurrence begins that the place is for; null for the event as a whole',
  },
  ...each(TEXT, 'name', 'email'),
  quantity: { ...WHOLE, description: 'How many places; always one' },
  status: { ...TEXT, enum: STATUSES },
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
