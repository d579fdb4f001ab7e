import type { SizedCase, SizedService } from '../measuring/sizes';
import { FIRST, FREQUENT_WORD, RARE_WORD } from '../seed/events';
import type { Places } from './places';

/** A filled calendar; its URL includes the namespace. */
export interface Calendar extends SizedService {
  readonly places: Places;
}

const AIM = 2;
const ALWAYS = 'start_date=2000-01-01&end_date=2099-12-31';

const monthAhead = (): string => {
  const first = new Date();
  first.setUTCMonth(first.getUTCMonth() + 2, 1);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  return `start_date=${first.toISOString().slice(0, 10)}&end_date=${last.toISOString().slice(0, 10)}`;
};

const events = (query: string) => () => `/events?per_page=10&${query}`;
const around =
  (town: keyof Places) =>
  ({ places }: Calendar) => {
    const { latitude, longitude } = places[town];
    return `/events?per_page=10&geoloc_lat=${latitude}&geoloc_lng=${longitude}&geoloc_radius=10`;
  };

/** Cases with the same number of results in both calendars have an aim. The others show the cost of larger answers. */
export const calendarCases = ({ author, editor }: { author: string; editor: string }): SizedCase<Calendar>[] => [
  { name: 'month window', path: events(monthAhead()), aim: AIM },
  { name: 'month window, 50 a page', path: () => `/events?per_page=50&${monthAhead()}`, aim: AIM },
  {
    name: 'category and venue',
    path: events(`categories=${FIRST.category}&venue=${FIRST.venue + 17}&${ALWAYS}`),
    aim: AIM,
  },
  { name: 'search, a word of 20 events', path: events(`search=${RARE_WORD}&${ALWAYS}`), aim: AIM },
  { name: 'geo radius, 3 venues within 10 km', path: around('smallTown'), aim: AIM },
  { name: 'next upcoming 10', path: events('starts_after=now'), aim: AIM },
  { name: 'next upcoming 10, strict dates', path: events('starts_after=now&strict_dates=true'), aim: AIM },
  { name: 'next upcoming 10, ending after now', path: events('ends_after=now'), aim: AIM },
  { name: 'next upcoming 10, a signed-in author', path: events('starts_after=now'), token: author, aim: AIM },
  { name: 'next upcoming 10, an editor', path: events('starts_after=now'), token: editor, aim: AIM },
  { name: 'default list (two years)', path: events(''), aim: AIM },
  { name: 'default list, by title', path: events('orderby=title') },
  { name: 'categories', path: () => '/categories?per_page=50', aim: AIM },
  { name: 'venue alone', path: events(`venue=${FIRST.venue + 17}&${ALWAYS}`) },
  { name: 'geo radius, a tenth of all venues', path: around('largestTown') },
  { name: 'search, a word of one event of seventy', path: events(`search=${FREQUENT_WORD}&${ALWAYS}`) },
  { name: 'category of a fifth of all events', path: events(`categories=${FIRST.category}&${ALWAYS}`) },
  { name: 'venues with something to come', path: () => '/venues?per_page=10&only_with_upcoming=true' },
  { name: 'default list, page 500', path: events('page=500&start_date=2000-01-01') },
];
