import path from 'node:path';
import { Examples, type Interface, type ServedRoute, TEXT } from '@almanac/openapi';
import { PROBLEM } from '../../calendar/description/envelopes';

const EXAMPLES = Examples.read(path.join(__dirname, 'examples.json'));

/** The facts about this interface that hold for all its routes (calendar-behaviour §1). @param root the address of the index */
export const calendarInterface = (root: string): Interface => ({
  title: 'Events calendar',
  description:
    'Events with their venues, organizers, categories and tags: listing, reading, creating, changing and deleting.',
  // As in the reference, with a slash at the end.
  server: `${root}/`,
  problem: PROBLEM,
  refusals: ({ method, keys }: ServedRoute) => [
    400,
    401,
    403,
    404,
    ...(method !== 'GET' && keys.length > 0 ? [410] : []),
  ],
  parameters: ANSWER_FORM,
  listHeaders: LIST_HEADERS,
  isOpen: true,
  groups: GROUPS,
  groupOf: (path) => path.split('/')[1] || 'index',
  parameterExamples: PARAMETER_EXAMPLES,
  examples: EXAMPLES,
});

const MONTH_START = '2031-05-01 00:00:00';
const MONTH_END = '2031-05-31 23:59:59';

const PARAMETER_EXAMPLES = {
  month: '2031-05',
  file: 'hall.png',
  token: 'token-of-the-feed',
  cancel_token: 'token-of-the-attendee',
  categories: ['music'],
  tags: ['outdoors'],
  status: ['publish'],
  include: ['12'],
  exclude: ['12'],
  context: 'view',
  namespace: 'calendar/events/v1',
  cursor: '',
  start_date: MONTH_START,
  starts_after: MONTH_START,
  ends_after: MONTH_START,
  overlaps_from: MONTH_START,
  modified_after: MONTH_START,
  end_date: MONTH_END,
  starts_before: MONTH_END,
  ends_before: MONTH_END,
  overlaps_to: MONTH_END,
  occurrence_date: '2031-05-08',
  since: 'token-of-the-last-answer',
  filter: { featured: 'true' },
  geoloc_lat: 41.9,
  geoloc_lng: 12.5,
  orderby: 'title',
  sort: '-start_date',
  password: 'sesame',
  search: 'concert',
  tz: 'Europe/Rome',
};

const GROUPS = {
  index: 'Which routes there are.',
  doc: 'This description.',
  events: 'Events, their occurrences, tickets, attendees and change feed.',
  venues: 'Places of events.',
  organizers: 'People and groups that hold events.',
  categories: 'Categories of events, in a tree.',
  tags: 'Tags of events.',
  tickets: 'Tickets of events.',
  attendees: 'Attendees of events.',
  feeds: 'Calendar feeds in the iCalendar format.',
  import: 'Import of calendar files.',
  uploads: 'Images of records.',
};

/** Parameters of every JSON answer. */
const ANSWER_FORM = {
  Fields: {
    name: '_fields',
    in: 'query',
    description:
      'Members of the answer to keep, separated by commas; dots lead to nested members, such as `events.venue.city`',
    schema: { ...TEXT, examples: ['events.title,events.venue.city'] },
  },
  RecordFields: {
    name: 'fields',
    in: 'query',
    description:
      'Members of each record to keep, separated by commas; dots lead to nested members, such as `title,venue.city`',
    schema: { ...TEXT, examples: ['title,venue.city'] },
  },
  Envelope: {
    name: '_envelope',
    in: 'query',
    description: 'Puts the answer, its status and its headers into one object, whatever its value',
    allowEmptyValue: true,
    schema: { ...TEXT, examples: ['1'] },
  },
};

const LIST_HEADERS = {
  'X-Total': 'Total',
  'X-Total-Count': 'Total',
  'X-Total-Pages': 'TotalPages',
  'X-TEC-Total': 'Total',
  'X-TEC-TotalPages': 'TotalPages',
  Link: 'Link',
};
