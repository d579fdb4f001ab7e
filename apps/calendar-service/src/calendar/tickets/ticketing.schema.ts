import { each, listOf, record, TEXT, WALL_CLOCK, URL_TEXT, WHOLE } from '@almanac/openapi';

const COUNT_OR_LOCKED = { type: ['integer', 'null'] };
/** A number of places; null when there is no limit. */
export const PLACES = { type: ['integer', 'null'], description: 'null for any number' };

/** Ticket fields of events; null in a list that shows a protected event without its password. */
export const TICKETING = {
  ticketed: {
    anyOf: [listOf({ ...TEXT, enum: ['rsvp', 'tickets'] }), { type: 'null' }],
    description: 'How places are taken; only of events with tickets',
  },
  attendance: {
    ...record({
      ...each(COUNT_OR_LOCKED, 'total_attendees', 'checked_in', 'not_checked_in', 'going'),
      ...each(PLACES, 'capacity', 'available'),
    }),
    description: 'Number of attendees; only of events with tickets, and for callers who may change the event',
  },
};

/** A moment; null while it has not come or was not set. */
export const CLOCK_OR_NONE = { ...WALL_CLOCK, type: ['string', 'null'] };

/** Addresses of records that belong to an event. */
export const URLS = record({
  ...each(URL_TEXT, 'self', 'collection'),
  up: { ...URL_TEXT, description: 'The event' },
});

/** Ids of the record and of its event. */
export const IDS = { id: WHOLE, event: { ...WHOLE, description: 'Id of the event' } };
