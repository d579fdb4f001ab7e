import { bodyOf, type Notes } from '../../calendar/description/fields';
import { listOf, type Schema, WHOLE } from '../../calendar/description/schema';
import { CreateOrganizerDto } from '../organizers/organizers.dto';
import { DEFAULT_RADIUS } from '../../calendar/places/distance';
import { CreateVenueDto } from '../venues/venues.dto';
import type { EventListDto, ReadEventDto, UpdateEventDto } from './events.dto';

const text = (description: string) => ({ description, type: 'string' });

/** One link, or several: an id, an object with an id, or the fields of a new record. An empty value removes all links. */
const links = (created: Schema) => {
  const one = [WHOLE, created];
  return { anyOf: [...one, listOf({ anyOf: one }), { type: 'string' }, { type: 'null' }] };
};

/** Descriptions of the fields of an event. */
export const EVENT_NOTES: Notes<UpdateEventDto> = {
  title: 'The title, on one line without markup',
  slug: 'The slug; made from the title unless given',
  excerpt: 'A short description',
  timezone: 'Name of a time zone, also one that Windows uses, UTC±n or ±HH:MM; that of the site unless given',
  all_day: { description: 'Whether the event lasts whole days', default: false },
  start_date: 'When the event starts, on the clock of its time zone',
  end_date: 'When the event ends, on the clock of its time zone',
  cost: {
    description: 'Prices or words, as one text or a list',
    default: null,
    type: ['array', 'string', 'number', 'null'],
    items: { type: ['string', 'number'] },
  },
  website: { description: 'URL of a page about the event', default: null, type: ['string', 'null'] },
  show_map: 'Whether to show a map',
  show_map_link: 'Whether to link to a map',
  hide_from_listings: 'Whether to keep the event out of all lists',
  sticky: 'Whether the event comes first on its day in calendar views',
  featured: 'Whether the event is featured',
  event_status: { description: 'Whether the event takes place as planned', default: 'scheduled' },
  event_status_reason: 'Why it does not',
  categories: 'Ids or names of categories; they replace the former ones',
  tags: 'Ids or names of tags; they replace the former ones',
  venue: { description: 'Ids of venues, or the fields of new ones', default: null, ...links(bodyOf(CreateVenueDto)) },
  organizer: {
    description: 'Ids of organizers, or the fields of new ones',
    default: null,
    ...links(bodyOf(CreateOrganizerDto)),
  },
  post_parent: 'The event that this one belongs to; 0 for none',
  password: 'Protects the event; an empty one opens it. Never shown',
};

export const EVENT_READ_NOTES: Notes<ReadEventDto> = {
  password: 'The password of a protected event',
  context: { ...text('`edit` shows protected events to those who may change them'), default: 'view' },
};

/** Descriptions of the parameters of a list of events. */
export const EVENT_LIST_NOTES: Notes<EventListDto> = {
  start_date: text('Events that start on this day or later; yesterday unless given'),
  end_date: text('Events that end on this day or earlier; 24 months from now unless given'),
  starts_before: text('Events that start before the end of this day'),
  starts_after: text('Events that start after this day'),
  ends_before: text('Events that end before the end of this day'),
  ends_after: text('Events that end after this day'),
  overlaps_from: text('Events that are not over when this day begins; with `strict_dates`, at this moment'),
  overlaps_to: text('Events that have begun by the end of this day; with `strict_dates`, before this moment'),
  modified_after: text('Events that changed after this moment, whenever they take place'),
  strict_dates: { ...text('Take dates as exact times instead of whole days'), default: 'false' },
  tz: text('The time zone in which dates are read, instead of that of the site'),
  search: 'Words in title, excerpt or description; "a phrase" and -without work',
  categories: 'Slugs or ids of categories; those below them count too',
  tags: 'Slugs or ids of tags',
  venue: 'Ids of venues',
  organizer: 'Ids of organizers',
  featured: 'Only featured events, or only the others',
  status: 'Statuses; all that the caller may see unless given',
  include: 'Ids of events, whatever their date',
  post_parent: 'The event whose children are wanted',
  ticketed: 'Only events with tickets, or only those without',
  geoloc: 'Only events whose venue has coordinates, or only those without',
  geoloc_lat: 'Latitude of the point that events are sought around',
  geoloc_lng: 'Longitude of the same point',
  geoloc_radius: { description: 'How far from the point, in the unit of the site', default: DEFAULT_RADIUS },
  password: 'Shows protected events that have this password in full',
};
