import type { BenchCase, BenchRequest } from '../measuring/load';
import type { RunningBuild } from './running-build';
import { CALENDAR, changedEvent, changedPage, newEvent, newPage } from './writes';

type Target = Pick<RunningBuild, 'events' | 'writable'>;
type Random = () => number;

export interface RequestCase {
  readonly name: string;
  readonly service: 'content' | 'calendar';
  /** Only for reads: the bare server repeats their statements. Exports use cursors, and repeated writes would violate unique keys. */
  readonly hasLimit: boolean;
  /** Measured by `--short`, for every change. */
  readonly isHot?: true;
  readonly request: (random: Random, build: Target) => BenchRequest;
}

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

const oneOf = <T>(items: readonly T[], random: Random): T | undefined => items[Math.floor(random() * items.length)];
const oneOf500 = (random: Random): number => 1 + Math.floor(random() * 500);
const searchFor = (words: string) => `/api/search?query=${encodeURIComponent(words)}`;

type Path = (random: Random, build: Target) => string;
const read = (service: RequestCase['service'], name: string, path: Path): RequestCase => ({
  name,
  service,
  hasLimit: true,
  request: (random, build) => ({ path: path(random, build) }),
});
const exported = (name: string, path: string | Path): RequestCase => ({
  name,
  service: 'content',
  hasLimit: false,
  request: (random, build) => ({ path: typeof path === 'string' ? path : path(random, build) }),
});
const write = (service: RequestCase['service'], name: string, request: RequestCase['request']): RequestCase => ({
  name,
  service,
  hasLimit: false,
  request,
});

/** Marks a frequent request. Together these pass through gateway, both services, cached answers, search, exports and writes. */
const hot = (one: RequestCase): RequestCase => ({ ...one, isHot: true });

/** Writes come last, because they change the lists that other cases read. */
export const CASES: readonly RequestCase[] = [
  hot(read('content', 'system', () => '/api/system')),
  hot(read('content', 'page read', () => '/api/pages/1')),
  read('content', 'page read, 500 pages', (random) => `/api/pages/${oneOf500(random)}`),
  hot(read('content', 'pages list, 100', () => '/api/pages?count=100')),
  read('content', 'pages list, 100 with HTML', () => '/api/pages?count=100&include=html'),
  read('content', 'book read, 100 pages', () => '/api/books/1'),
  read('content', 'shelves list', () => '/api/shelves'),
  hot(read('content', 'search, common word', () => searchFor('engineer'))),
  read('content', 'search, two words', () => searchFor('engineer backup')),
  read('content', 'search, 100 queries', (random) => searchFor(`${oneOf(WORDS, random)} ${oneOf(WORDS, random)}`)),
  hot(read('calendar', 'events list, 10', () => `${CALENDAR}/events`)),
  read('calendar', 'events list, 50', () => `${CALENDAR}/events?per_page=50`),
  hot(read('calendar', 'event read', (random, { events }) => `${CALENDAR}/events/${oneOf(events, random)?.id}`)),
  read(
    'calendar',
    'event read by slug',
    (random, { events }) => `${CALENDAR}/events/by-slug/${oneOf(events, random)?.slug}`,
  ),
  read('calendar', 'events search', () => `${CALENDAR}/events?search=meeting+12`),
  read('calendar', 'venues list', () => `${CALENDAR}/venues`),
  read('calendar', 'categories list', () => `${CALENDAR}/categories`),
  hot(exported('export page, HTML', '/api/pages/1/export/html')),
  exported('export page, HTML, 500 pages', (random) => `/api/pages/${oneOf500(random)}/export/html`),
  exported('export page, text', '/api/pages/1/export/plaintext'),
  exported('export page, Markdown', '/api/pages/1/export/markdown'),
  exported('export page, ZIP', '/api/pages/1/export/zip'),
  exported('export page, PDF', '/api/pages/1/export/pdf'),
  exported('export book, HTML', '/api/books/1/export/html'),
  exported('export book, ZIP', '/api/books/1/export/zip'),
  hot(write('content', 'create page', (random, { writable }) => newPage(oneOf(writable.books, random), random))),
  hot(write('content', 'update page', (random) => changedPage(random))),
  hot(write('calendar', 'create event', (random, { writable }) => newEvent(writable, random))),
  hot(write('calendar', 'update event', (random, { events }) => changedEvent(oneOf(events, random)?.id, random))),
];

/** A case as a load on one build. @param of names the build */
export const loadOf = (
  { name, service, hasLimit, request }: RequestCase,
  build: RunningBuild,
  of: string,
): BenchCase => ({
  name: `${name}, ${of}`,
  request: (random) => request(random, build),
  url: build.url,
  servers: { gateway: build.parts.gateway, service: build.parts[service], postgresql: build.parts.postgresql },
  // Calendar reads are for everybody.
  ...((service === 'content' || !hasLimit) && { authorization: `Token ${build.token}` }),
});
