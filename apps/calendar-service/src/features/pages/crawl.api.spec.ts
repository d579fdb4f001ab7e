import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import { visit } from '../../testing/page-visitors';

/** Links from a view to the next month have no end. */
const MAX_DEPTH = 3;
const MAX_PAGES = 120;
const MAX_OF_KIND = 3;
const CALENDAR_PAGE = /^\/(?:events|event|venue|organizer|calendar-assets|calendar)(?:[/?]|$)/;

let app: CalendarApp;
let callers: Record<string, Person | undefined>;
let draftPages: string[];
beforeAll(async () => {
  app = await startCalendar();
  const editor = app.given.editor();
  callers = { stranger: undefined, reader: app.given.subscriber(), author: app.given.author(), editor };
  const category = await app.given.category({ name: 'Workshops' });
  const venue = await app.given.venue({ venue: 'Boat Shed' });
  const organizer = await app.given.organizer({ organizer: 'Ann Example' });
  const tag = await app.given.tag({ name: 'Outdoors' });
  const links = { venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id] };
  const day = '2041-05-08';
  const times = { start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` };
  await app.given.event({ title: 'Rowing', ...times, ...links, rrule: 'FREQ=WEEKLY;COUNT=3' }, editor);
  await app.given.event({ title: 'Draft', ...times, ...links, status: 'draft' }, editor);
  const draftVenue = await app.given.venue({ venue: 'New hall', status: 'draft' }, editor);
  const draftOrganizer = await app.given.organizer({ organizer: 'Bob Example', status: 'draft' }, editor);
  const draftLinks = { venue: draftVenue.id, organizer: draftOrganizer.id };
  const draft = await app.given.event({ title: 'Draft of drafts', ...times, ...draftLinks, status: 'draft' }, editor);
  draftPages = [`/event?p=${draft.id}`, `/venue/${draftVenue.slug}/`, `/organizer/${draftOrganizer.slug}/`];
  await app.given.event({ title: 'Club night', ...times, password: 'oar' }, editor);
});
afterAll(() => app.close());

function linksIn(html: string, from: string): string[] {
  const found = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
  const urls = found.map((link) => new URL(link, `https://calendar.example${from}`));
  return urls
    .filter(({ origin, pathname }) => origin === 'https://calendar.example' && CALENDAR_PAGE.test(pathname))
    .map(({ pathname, search }) => pathname + search);
}

/** Pages of different dates have the same kind, so that the days of a month leave room for other pages. */
function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'https://calendar.example');
  return [pathname.replace(/\d{4}-\d\d(-\d\d)?/, 'DATE'), ...searchParams.keys()].join(' ');
}

/** The status of each page that the links of the views lead to. */
async function crawl(caller: Person | undefined): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  const ofKind = new Map<string, number>();
  let waiting = ['/events/', '/events/month/2041-05/', '/events/2041-05-08/'];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    const further: string[] = [];
    for (const path of waiting) {
      const count = ofKind.get(kindOf(path)) ?? 0;
      if (seen.has(path) || count >= MAX_OF_KIND || seen.size >= MAX_PAGES) continue;
      ofKind.set(kindOf(path), count + 1);
      const { status, headers, text } = await visit(app, path, caller);
      seen.set(path, status);
      if (headers.get('content-type')?.includes('text/html'))
        for (const link of linksIn(text, path)) further.push(link);
    }
    waiting = further;
  }
  return seen;
}

/** Every caller finds these. */
const PAGES_OF_ALL = [
  '/event/rowing/',
  '/event/club-night/',
  '/venue/boat-shed/',
  '/organizer/ann-example/',
  '/events/category/workshops/',
  '/events/tag/outdoors/',
  '/events/embed',
];

it.each(['stranger', 'reader', 'author', 'editor'])(
  'a crawl of the links as %s finds the pages of all records and no errors',
  async (name) => {
    const seen = await crawl(callers[name]);
    expect([...seen].filter(([, status]) => status >= 400)).toEqual([]);
    const expected = name === 'editor' ? [...PAGES_OF_ALL, ...draftPages] : PAGES_OF_ALL;
    expect(expected.filter((path) => !seen.has(path))).toEqual([]);
  },
);
