import { COST_DETAILS } from '../../calendar/cost/cost';
import { each, FLAG, NamedSchema, record, TEXT, WALL_CLOCK, WHOLE } from '@almanac/openapi';
import { CLOCK_OR_NONE, IDS, PLACES, URLS } from '../../calendar/tickets/ticketing.schema';

/** The answer of `TicketPresenter`. */
export const TICKET_SCHEMA = new NamedSchema(
  'Ticket',
  record({
    ...IDS,
    name: TEXT,
    description: { ...TEXT, description: 'HTML' },
    price: { ...TEXT, description: 'A decimal number' },
    currency: { ...TEXT, description: 'ISO 4217, or empty' },
    cost: TEXT,
    cost_details: COST_DETAILS,
    ...each(PLACES, 'capacity', 'available'),
    per_occurrence: {
      ...FLAG,
      description: 'Whether the capacity is that of each occurrence; `available` is then null',
    },
    sold: { ...WHOLE, description: 'Places that are taken, of all occurrences together' },
    ...each({ ...CLOCK_OR_NONE, description: 'On the clock of the event' }, 'available_from', 'available_until'),
    ...each({ ...CLOCK_OR_NONE, description: 'In UTC' }, 'available_from_utc', 'available_until_utc'),
    is_available: { ...FLAG, description: 'Whether a place is to be had now' },
    ...each({ ...WALL_CLOCK, description: 'On the clock of the site' }, 'date', 'modified'),
    ...each({ ...WALL_CLOCK, description: 'In UTC' }, 'date_utc', 'modified_utc'),
    urls: URLS,
  }),
);
