import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import { visit } from '../../testing/page-visitors';

/** Links from a view to the next month have no end. */
const MAX_DEPTH = 2;
const MAX_PAGES = 60;
const CALENDAR_PAGE = /^\/(?:events|event|venue|organizer|calendar-assets|calendar)(?:[/?]|$)/;

let app: CalendarApp;
let callers: Record<string, Person | undefined>;
beforeAll(async () => {
  app = await startCalendar();
  const editor = app.given.editor();
  callers = { stranger: undefined, reader: app.given.subscriber(), author: app.given.author(), editor };
  const category = await app.given.category({ name: 'Workshops' });
  const venue = await app.given.venue({ venue: 'Boat Shed' });
  const organizer = await app.given.organizer({ organizer: 'Ann Example' });
  const links = { venue: venue.id, organizer: organizer.id, categories: [category.id] };
  const day = '2041-05-08';
  const times = { start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` };
  await app.given.event({ title: 'Rowing', ...times, ...links, rrule: 'FREQ=WEEKLY;COUNT=3' }, editor);
  await app.given.event({ title: 'Draft', slug: 'draft', ...times, ...links, status: 'draft' }, editor);
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

it.each(['stranger', 'reader', 'author', 'editor'])(
  'a %s who follows the links of the views finds only pages',
  async (name) => {
    const seen = new Map<string, number>();
    let waiting = ['/events/', '/events/month/2041-05/', '/events/2041-05-08/'];
    for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
      const further: string[] = [];
      for (const path of waiting) {
        if (seen.has(path) || seen.size >= MAX_PAGES) continue;
        const { status, headers, text } = await visit(app, path, callers[name]);
        seen.set(path, status);
        if (headers.get('content-type')?.includes('text/html'))
          for (const link of linksIn(text, path)) further.push(link);
      }
      waiting = further;
    }
    expect([...seen].filter(([, status]) => status >= 400)).toEqual([]);
    expect(seen.size).toBeGreaterThan(20);
  },
);
