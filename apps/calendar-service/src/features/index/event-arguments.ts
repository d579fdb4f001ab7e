import { type Arguments, ids, integer, list, number, required, text, yesNo } from './argument';

export const PAGING: Arguments = {
  page: integer('The page to return', { default: 1 }),
  per_page: integer('How many records a page holds; 50 at most', { default: 10 }),
};

/** Orders and filters of every list, by the names of its fields. */
export const ORDERING: Arguments = {
  orderby: text('The field to order by'),
  order: text('asc or desc'),
  sort: text('Another way to order: the name of a field, with a minus before it for descending'),
  filter: text('filter[field] or filter[field:operator], with eq, ne, gt, lt, gte, lte or like'),
};

export const EVENT_LIST: Arguments = {
  ...PAGING,
  ...ORDERING,
  start_date: text('Events that start on this day or later; yesterday unless given'),
  end_date: text('Events that end on this day or earlier; 24 months from now unless given'),
  starts_before: text('Events that start before the end of this day'),
  starts_after: text('Events that start after this day'),
  ends_before: text('Events that end before the end of this day'),
  ends_after: text('Events that end after this day'),
  overlaps_from: text('Events that are not over before this day'),
  overlaps_to: text('Events that have begun by the end of this day'),
  modified_after: text('Events that changed after this moment, whenever they take place'),
  strict_dates: text('Take dates as exact times instead of whole days', { default: 'false' }),
  tz: text('The time zone in which dates are read, instead of that of the site'),
  search: text('Words in title, excerpt or description; "a phrase" and -without work'),
  categories: list('Slugs or ids of categories; those below them count too'),
  tags: list('Slugs or ids of tags'),
  venue: ids('Ids of venues'),
  organizer: ids('Ids of organizers'),
  featured: yesNo('Only featured events, or only the others'),
  status: list('Statuses; all that the caller may see unless given'),
  include: ids('Ids of events, whatever their date'),
  post_parent: integer('The event whose children are wanted'),
  ticketed: yesNo('Only events with tickets, or only those without'),
  geoloc: yesNo('Only events whose venue has coordinates, or only those without'),
  geoloc_lat: number('Latitude of the point that events are sought around'),
  geoloc_lng: number('Longitude of the same point'),
  geoloc_radius: number('How far from the point, in the unit of the site', { default: 10 }),
  password: text('Shows protected events that have this password in full'),
};

export const RECORD_ARGUMENTS: Arguments = {
  author: integer('Id of the author'),
  date: text('Publication date, on the clock of the site'),
  date_utc: text('Publication date in UTC'),
};

export const EVENT_UPDATE: Arguments = {
  ...RECORD_ARGUMENTS,
  title: text('The title, on one line without markup'),
  description: text('The description, as text or HTML'),
  slug: text('The slug; made from the title unless given'),
  excerpt: text('A short description'),
  status: text('publish, future, draft, pending or private'),
  timezone: text('Name of a time zone, or UTC±n; that of the site unless given'),
  all_day: yesNo('Whether the event lasts whole days', { default: false }),
  start_date: text('When the event starts, on the clock of its time zone'),
  end_date: text('When the event ends, on the clock of its time zone'),
  image: text('Id or URL of the image'),
  cost: { description: 'Prices or words, as one text or a list', default: null },
  website: text('URL of a page about the event', { default: null }),
  show_map: yesNo('Whether to show a map'),
  show_map_link: yesNo('Whether to link to a map'),
  hide_from_listings: yesNo('Whether to keep the event out of all lists'),
  sticky: yesNo('Whether the event comes first on its day in calendar views'),
  featured: yesNo('Whether the event is featured'),
  categories: list('Ids or names of categories; they replace the former ones'),
  tags: list('Ids or names of tags; they replace the former ones'),
  venue: { description: 'Id of a venue, or the fields of a new one', default: null },
  organizer: { description: 'Ids of organizers, or the fields of new ones', default: null },
  password: text('Protects the event; an empty one opens it'),
};

export const EVENT_CREATE: Arguments = {
  ...EVENT_UPDATE,
  title: required(text('The title, on one line without markup')),
  start_date: required(text('When the event starts, on the clock of its time zone')),
  end_date: required(text('When the event ends, on the clock of its time zone')),
};

export const EVENT_READ: Arguments = {
  password: text('The password of a protected event'),
  context: text('`edit` shows protected events to those who may change them', { default: 'view' }),
};
