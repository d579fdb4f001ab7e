import { COST_DETAILS } from '../../../calendar/cost/cost';
import { FLAG_OR_LOCKED, HEAD, JSON_LD } from '../../../calendar/description/record-schema';
import {
  each,
  EMPTY_LIST,
  FLAG,
  listOf,
  NamedSchema,
  NUMBER,
  record,
  TEXT,
  WALL_CLOCK,
  WEB_ADDRESS,
  WHOLE,
} from '@almanac/openapi';
import { ORGANIZER_SCHEMA } from '../../organizers/organizer.schema';
import { EMBEDDED_TERM_SCHEMA } from '../../terms/term.kind';
import { RECURRENCE } from '../series/recurrence/recurrence.schema';
import { TICKETING } from '../../../calendar/tickets/ticketing.schema';
import { VENUE_SCHEMA } from '../../venues/venue.schema';

const DATE_DETAILS = new NamedSchema(
  'DateDetails',
  record(each(TEXT, 'year', 'month', 'day', 'hour', 'minutes', 'seconds')),
);

/** Present only in events that do not take place as planned. */
const STATUS = { event_status: { ...TEXT, enum: ['canceled', 'postponed'] }, event_status_reason: TEXT };

/** The answer of `EventPresenter`. In lists, a protected event without its password has null flags and empty texts. */
export const EVENT_SCHEMA = new NamedSchema(
  'Event',
  record(
    {
      ...HEAD,
      rest_url: WEB_ADDRESS,
      title: TEXT,
      ...each({ ...WALL_CLOCK, description: 'On the clock of `timezone`' }, 'start_date', 'end_date'),
      ...each({ ...WALL_CLOCK, description: 'In UTC' }, 'utc_start_date', 'utc_end_date'),
      ...each(DATE_DETAILS, 'start_date_details', 'end_date_details', 'utc_start_date_details', 'utc_end_date_details'),
      ...each(TEXT, 'timezone', 'timezone_abbr', 'cost', 'website'),
      duration: { ...WHOLE, description: 'In seconds' },
      cost_details: COST_DETAILS,
      ...each(FLAG_OR_LOCKED, 'all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'),
      ...each(listOf(EMBEDDED_TERM_SCHEMA), 'categories', 'tags'),
      venue: {
        anyOf: [VENUE_SCHEMA, EMPTY_LIST],
        description: 'The first of `venues`; an empty list where there is none',
      },
      venues: listOf(VENUE_SCHEMA),
      organizer: listOf(ORGANIZER_SCHEMA),
      custom_fields: EMPTY_LIST,
      password_protected: FLAG,
      post_parent: { ...WHOLE, description: 'The event that this one belongs to; 0 for none' },
    },
    {
      ...JSON_LD,
      ...RECURRENCE,
      ...STATUS,
      ...TICKETING,
      distance: { ...NUMBER, description: 'From the point of the list, in the unit of the site' },
    },
  ),
);
