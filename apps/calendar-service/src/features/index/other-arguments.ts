import { type Arguments, integer, list, number, required, text, yesNo } from './argument';
import { ORDERING, PAGING, RECORD_ARGUMENTS } from './event-arguments';

/** The same for venues and for organizers. */
export const LINKED_LIST: Arguments = {
  ...PAGING,
  ...ORDERING,
  modified_after: text('Only those that changed after this moment'),
  search: text('Words that occur in one and the same field'),
  event: integer('Only those of this event'),
  has_events: yesNo('Only those with events, or only those without'),
  only_with_upcoming: yesNo('Only those with events to come', { default: false }),
  status: list('Statuses; all that the caller may see unless given'),
};

const DETAILS: Arguments = {
  description: text('The description, as text or HTML'),
  status: text('publish, future, draft, pending or private'),
  phone: text('The phone number'),
  website: text('URL of a page of its own'),
  image: text('Id or URL of the image'),
};

export const VENUE_UPDATE: Arguments = {
  ...RECORD_ARGUMENTS,
  venue: text('The name'),
  ...DETAILS,
  show_map: yesNo('Whether to show a map', { default: true }),
  show_map_link: yesNo('Whether to link to a map', { default: true }),
  address: text('Street and number'),
  city: text('The city'),
  country: text('The country'),
  province: text('The province'),
  state: text('The state'),
  zip: text('The postal code'),
  geo_lat: number('Latitude in degrees; looked up by the address unless given, if the site has a service for that'),
  geo_lng: number('Longitude in degrees'),
  stateprovince: text('The region; made from state, province and country unless given'),
};

export const VENUE_CREATE: Arguments = { ...VENUE_UPDATE, venue: required(text('The name')) };

export const ORGANIZER_UPDATE: Arguments = {
  ...RECORD_ARGUMENTS,
  organizer: text('The name'),
  ...DETAILS,
  email: text('The e-mail address'),
};

export const ORGANIZER_CREATE: Arguments = { ...ORGANIZER_UPDATE, organizer: required(text('The name')) };

export const TAG_LIST: Arguments = {
  ...PAGING,
  ...ORDERING,
  search: text('Text in name or slug'),
  exclude: list('Ids or slugs to leave out'),
  include: list('Ids or slugs to choose from'),
  order: text('asc or desc', { default: 'asc' }),
  orderby: text('name, id, slug, include, description, count or parent', { default: 'name' }),
  hide_empty: yesNo('Whether to leave out terms without published events', { default: true }),
  post: integer('Only those of this event'),
  event: integer('Another name for post'),
  slug: text('The one with exactly this slug'),
};

export const CATEGORY_LIST: Arguments = { ...TAG_LIST, parent: integer('Only those directly below this category; 0 for the top') };

export const TAG_UPDATE: Arguments = {
  name: text('The name'),
  description: text('The description, as plain text'),
  slug: text('The slug; made from the name unless given'),
};

export const TAG_CREATE: Arguments = { ...TAG_UPDATE, name: required(text('The name')) };

export const CATEGORY_UPDATE: Arguments = { ...TAG_UPDATE, parent: integer('The category above; 0 for none') };
export const CATEGORY_CREATE: Arguments = { ...CATEGORY_UPDATE, name: required(text('The name')) };
