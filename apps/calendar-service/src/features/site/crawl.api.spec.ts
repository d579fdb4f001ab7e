import { escapedName, oddName, searchesIn, showsRawName, valueIn } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import { visit } from '../../testing/page-visitors';

/** Links from a view to the next month have no end. */
const MAX_DEPTH = 3;
const MAX_PAGES = 180;
const MAX_OF_KIND = 3;
const CALENDAR_PAGE = /^\/(?:events|event|venue|organizer|calendar-assets|calendar)(?:[/?]|$)/;

let app: CalendarApp;
let callers: Record<string, Person | undefined>;
let draftPages: string[];
/** Of editors. */
let managingPages: string[];
/** Every caller finds these. */
let publicPages: string[];
/** Names as pages show them. */
let shown: string[];
beforeAll(async () => {
  app = await startCalendar();
  const editor = app.given.editor();
  callers = { stranger: undefined, reader: app.given.subscriber(), author: app.given.author(), editor };
  const category = await app.given.category({ name: oddName('Workshops') });
  const [address, city] = [oddName('Quay'), oddName('Port')];
  const venue = await app.given.venue({ venue: oddName('Boat Shed'), address, city });
  const organizer = await app.given.organizer({ organizer: oddName('Ann') });
  const tag = await app.given.tag({ name: oddName('Outdoors') });
  const links = { venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id] };
  const day = '2041-05-08';
  const times = { start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` };
  const weekly = { title: oddName('Rowing'), ...times, ...links, rrule: 'FREQ=WEEKLY;COUNT=3' };
  const event = await app.given.event({ ...weekly, cost: oddName('Free') }, editor);
  await app.given.ticket({ name: oddName('Seat') }, event.id);
  await app.given.event({ title: oddName('Draft'), ...times, ...links, status: 'draft' }, editor);
  const draftVenue = await app.given.venue({ venue: oddName('New hall'), status: 'draft' }, editor);
  const draftOrganizer = await app.given.organizer({ organizer: oddName('Bob'), status: 'draft' }, editor);
  const draftLinks = { venue: draftVenue.id, organizer: draftOrganizer.id };
  const drafts = { title: oddName('Drafts'), ...times, ...draftLinks, status: 'draft' };
  const draft = await app.given.event(drafts, editor);
  draftPages = [
    ...[`/event?p=${draft.id}`, `/venue/${draftVenue.slug}/`, `/organizer/${draftOrganizer.slug}/`],
    ...['/events/community/add', '/events/community/list', `/events/community/edit/event/${draft.id}`],
  ];
  const locked = await app.given.event({ title: oddName('Club night'), ...times, password: 'oar' }, editor);
  managingPages = [
    ...[`venue/${venue.id}`, `organizer/${organizer.id}`, `category/${category.id}`, `tag/${tag.id}`].flatMap((one) => [
      `/events/community/edit/${one}`,
      `/events/community/delete/${one}`,
    ]),
    `/events/community/attendees/${event.id}`,
  ];
  publicPages = [
    `/event/${event.slug}/`,
    `/event/${event.slug}/places`,
    `/event/${locked.slug}/`,
    `/venue/${venue.slug}/`,
    `/organizer/${organizer.slug}/`,
    `/events/category/${category.slug}/`,
    `/events/tag/${tag.slug}/`,
    '/events/embed',
  ];
  const withoutMarkup = ['Workshops', 'Boat Shed', 'Ann', 'Outdoors', 'Rowing', 'Free', 'Seat', 'Club night'];
  const names = [address, city, ...withoutMarkup.map((word) => oddName(word).replace('<b>', ''))];
  shown = names.map(escapedName);
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

interface Seen {
  status: number;
  /** Empty for other answers. */
  page: string;
}

/** The answer of each page that the links of the views lead to. */
async function crawl(caller: Person | undefined): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen>();
  const ofKind = new Map<string, number>();
  let waiting = ['/events/', '/events/month/2041-05/', '/events/2041-05-08/'];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    const further: string[] = [];
    for (const path of waiting) {
      const count = ofKind.get(kindOf(path)) ?? 0;
      if (seen.has(path) || count >= MAX_OF_KIND || seen.size >= MAX_PAGES) continue;
      ofKind.set(kindOf(path), count + 1);
      const { status, headers, text } = await visit(app, path, caller);
      const page = headers.get('content-type')?.includes('text/html') ? text : '';
      seen.set(path, { status, page });
      for (const link of linksIn(page, path)) further.push(link);
    }
    waiting = further;
  }
  return seen;
}

describe.each(['stranger', 'reader', 'author', 'editor'])('a crawl of the links as %s', (name) => {
  let seen: Map<string, Seen>;
  beforeAll(async () => {
    seen = await crawl(callers[name]);
  });

  it('finds the pages of all records and no errors', () => {
    const failures = [...seen].filter(([, { status }]) => status >= 400).map(([path, { status }]) => [path, status]);
    expect(failures).toEqual([]);
    const expected = name === 'editor' ? [...publicPages, ...draftPages, ...managingPages] : publicPages;
    expect(expected.filter((path) => !seen.has(path))).toEqual([]);
  });

  it('finds every name escaped', () => {
    const pages = [...seen.values()].map(({ page }) => page);
    expect(shown.filter((text) => !pages.some((page) => page.includes(text)))).toEqual([]);
    expect([...seen].filter(([, { page }]) => showsRawName(page)).map(([path]) => path)).toEqual([]);
  });
});

it('each view shows the text of a search in its field again', async () => {
  const text = oddName('sought');
  const found = await Promise.all(
    ['/events/', '/events/month/', '/events/week/', '/events/2041-05-08/'].map(async (path) => {
      const searches = searchesIn((await visit(app, path)).text, path, text);
      const [own] = searches.filter(({ address }) => CALENDAR_PAGE.test(address));
      return own && valueIn((await visit(app, own.address)).text, own.field);
    }),
  );
  expect(new Set(found)).toEqual(new Set([escapedName(text)]));
});
