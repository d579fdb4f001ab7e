import type { ListingField, ListingDefinition } from '@almanac/listing';
import { ORGANIZER } from '../../apps/calendar-service/src/features/organizers/organizer.kind';
import { TERM_FIELDS } from '../../apps/calendar-service/src/features/terms/term-lists';
import { VENUE } from '../../apps/calendar-service/src/features/venues/venue.kind';
import { EVENT_FIELDS } from '../../apps/calendar-service/src/features/events/listing/event-listing';
import { FIRST, RARE_WORD } from '../seed/events';

export interface ListRequest {
  readonly path: string;
  /** Only editors may send it, or only they see its results. */
  readonly isForEditors: boolean;
}

const EVENT_FILTERS = [
  '',
  'start_date=2026-01-01&end_date=2026-01-31',
  'starts_before=now',
  'starts_after=now',
  'ends_before=now',
  'ends_after=now',
  'overlaps_from=now&overlaps_to=now',
  'modified_after=-1 hour',
  'starts_after=now&strict_dates=true',
  'ends_after=now&strict_dates=true',
  'start_date=now&order=desc',
  `search=${RARE_WORD}`,
  `categories=${FIRST.category + 150}`,
  `tags=${FIRST.tag + 500}`,
  `venue=${FIRST.venue + 3}`,
  `organizer=${FIRST.organizer + 3}`,
  'featured=true',
  'featured=false',
  'status=publish',
  `include=${FIRST.event + 5}`,
  `post_parent=${FIRST.event + 5}`,
  'geoloc=true',
  'geoloc=false',
  'geoloc_lat=42&geoloc_lng=12.5',
];
const FOR_EDITORS = ['status=draft', 'status=future', 'status=private', 'status=trash'];
const LINKED_FILTERS = [
  '',
  'modified_after=-1 hour',
  'search=hall-77',
  `event=${FIRST.event + 5}`,
  'has_events=true',
  'has_events=false',
  'only_with_upcoming=true',
];
const TERM_FILTERS = [
  '',
  'search=Category 7',
  `include=${FIRST.category}`,
  `exclude=${FIRST.category}`,
  'hide_empty=false',
  `event=${FIRST.event + 5}`,
  'slug=category-7',
];

/** Every list in every order and with every filter. */
export function listRequests(): ListRequest[] {
  return [
    ...requests('/events', EVENT_FIELDS, EVENT_FILTERS),
    ...FOR_EDITORS.map((query) => ({ path: `/events?${query}`, isForEditors: true })),
    ...requests('/venues', VENUE.fields, LINKED_FILTERS),
    ...requests('/organizers', ORGANIZER.fields, LINKED_FILTERS),
    ...requests('/categories', TERM_FIELDS, [...TERM_FILTERS, 'parent=0']),
    ...requests(
      '/tags',
      TERM_FIELDS,
      TERM_FILTERS.map((query) =>
        query.replaceAll('Category', 'Tag').replace(`clude=${FIRST.category}`, `clude=${FIRST.tag}`),
      ),
    ),
  ];
}

function requests(collection: string, { fields }: ListingDefinition, queries: readonly string[]): ListRequest[] {
  const own = [...fields];
  const sorts = own.filter(([, { sortable }]) => sortable).map(([name]) => `orderby=${name}`);
  const filters = own
    .filter(([, { filterable }]) => filterable)
    .map(([name, field]) => `filter[${name}]=${VALUES[field.type]}`);
  return [...queries, ...sorts, ...filters].map((query) => ({
    path: `${collection}?${query.replaceAll(' ', '%20')}`,
    isForEditors: false,
  }));
}

/** For each type a value that few rows have. */
const VALUES: Record<ListingField['type'], string> = {
  integer: '7',
  boolean: 'true',
  timestamp: '2026-05-05 10:00:00',
  text: 'nothing',
  word: 'nothing',
};
