import type { RunningBuild } from './running-build';

export interface RequestCase {
  readonly name: string;
  readonly service: 'content' | 'calendar';
  readonly path: (random: () => number, build: Pick<RunningBuild, 'events'>) => string;
}

const CALENDAR = '/calendar/events/v1';
const WORDS = [
  'engineer',
  'backup',
  'valve',
  'helmet',
  'cupboard',
  'visitors',
  'configuration',
  'comment',
  'pump',
  'codes',
];

const oneOf = <T>(items: readonly T[], random: () => number): T | undefined =>
  items[Math.floor(random() * items.length)];
const searchFor = (words: string) => `/api/search?query=${encodeURIComponent(words)}`;

export const CASES: readonly RequestCase[] = [
  { name: 'system', service: 'content', path: () => '/api/system' },
  { name: 'page read', service: 'content', path: () => '/api/pages/1' },
  {
    name: 'page read, 500 pages',
    service: 'content',
    path: (random) => `/api/pages/${1 + Math.floor(random() * 500)}`,
  },
  { name: 'pages list, 100', service: 'content', path: () => '/api/pages?count=100' },
  { name: 'book read, 100 pages', service: 'content', path: () => '/api/books/1' },
  { name: 'shelves list', service: 'content', path: () => '/api/shelves' },
  { name: 'search, common word', service: 'content', path: () => searchFor('engineer') },
  { name: 'search, two words', service: 'content', path: () => searchFor('engineer backup') },
  {
    name: 'search, 100 queries',
    service: 'content',
    path: (random) => searchFor(`${oneOf(WORDS, random)} ${oneOf(WORDS, random)}`),
  },
  { name: 'events list, 10', service: 'calendar', path: () => `${CALENDAR}/events` },
  { name: 'events list, 50', service: 'calendar', path: () => `${CALENDAR}/events?per_page=50` },
  {
    name: 'event read',
    service: 'calendar',
    path: (random, { events }) => `${CALENDAR}/events/${oneOf(events, random)?.id}`,
  },
  {
    name: 'event read by slug',
    service: 'calendar',
    path: (random, { events }) => `${CALENDAR}/events/by-slug/${oneOf(events, random)?.slug}`,
  },
  { name: 'events search', service: 'calendar', path: () => `${CALENDAR}/events?search=meeting+12` },
  { name: 'venues list', service: 'calendar', path: () => `${CALENDAR}/venues` },
  { name: 'categories list', service: 'calendar', path: () => `${CALENDAR}/categories` },
];
