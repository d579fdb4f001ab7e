import { DateTime } from 'luxon';
import sharp from 'sharp';
import { demoCalendar } from './calendar/calendar';
import { drawCover } from './cover';
import { demoShelves, MARKER_SHELF } from './library/library';

const books = demoShelves.flatMap((shelf) => shelf.books);
const chapters = books.flatMap((book) => book.chapters);
const pages = [...books.flatMap((book) => book.pages), ...chapters.flatMap((chapter) => chapter.pages)];

describe('the demo library', () => {
  it('has two shelves, four books with chapters, and pages in both formats', () => {
    expect(demoShelves).toHaveLength(2);
    expect(books).toHaveLength(4);
    for (const book of books) expect(book.chapters.length).toBeGreaterThan(0);
    expect(chapters.filter((chapter) => chapter.pages.length === 0)).toEqual([]);
    expect(pages.filter((page) => 'html' in page).length).toBeGreaterThan(5);
    expect(pages.filter((page) => 'markdown' in page).length).toBeGreaterThan(5);
  });

  it('creates its marker shelf last', () => {
    expect(demoShelves.at(-1)?.name).toBe(MARKER_SHELF);
  });

  it.each([
    ['books', books],
    ['chapters', chapters],
    ['pages', pages],
  ])('has %s with different names, none too long', (_, items) => {
    const names = items.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name.length > 255 || name.trim() === '')).toEqual([]);
  });

  it('keeps descriptions within their length limits', () => {
    expect([...demoShelves, ...chapters].filter(({ description }) => description.length > 1900)).toEqual([]);
    expect(books.filter(({ description_html: html }) => html.length > 2000)).toEqual([]);
  });

  it('has a small PNG for each book, all different', async () => {
    const covers = await Promise.all(books.map(drawCover));
    expect(covers).toHaveLength(4);
    for (const cover of covers) {
      expect(await sharp(cover).metadata()).toMatchObject({ format: 'png', width: 440, height: 250 });
      expect(cover.length).toBeLessThan(20_000);
    }
    expect(new Set(covers.map((cover) => cover.toString('base64'))).size).toBe(books.length);
  });
});

describe.each(['2026-05-04T12:00:00Z', '2024-02-28T23:59:59Z', '2026-12-31T00:00:00Z'])(
  'the demo calendar around %s',
  (day) => {
    const today = new Date(day);
    const { events, venues, organizers, categories } = demoCalendar(today);

    it('has 30 events, 4 venues, 4 organizers, 5 categories', () => {
      expect([events, venues, organizers, categories].map((list) => list.length)).toEqual([30, 4, 4, 5]);
    });

    it('has events with different titles and slugs', () => {
      expect(new Set(events.map(({ title }) => title)).size).toBe(events.length);
      expect(events.filter(({ slug }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toEqual([]);
      expect(new Set(events.map(({ slug }) => slug)).size).toBe(events.length);
    });

    it('has events that end after they begin, before and after today, within a month', () => {
      const starts = events.map((event) => {
        const zone = event.timezone ?? 'UTC';
        const [start, end] = [event.start_date, event.end_date].map((text) =>
          DateTime.fromFormat(text, 'yyyy-MM-dd HH:mm:ss', { zone }),
        );
        if (!start?.isValid || !end?.isValid) throw new Error(`${event.title} has no valid dates`);
        expect(end.toMillis()).toBeGreaterThan(start.toMillis());
        return start.diff(DateTime.fromJSDate(today), 'days').days;
      });
      expect(starts.filter((days) => days < 0).length).toBeGreaterThan(3);
      expect(starts.filter((days) => days > 1).length).toBeGreaterThan(15);
      expect(starts.filter((days) => Math.abs(days) > 31)).toEqual([]);
    });

    it('holds the Thursday kitchen on Thursdays', () => {
      const days = events
        .filter(({ title }) => title.startsWith('Thursday kitchen'))
        .map(({ start_date }) => DateTime.fromFormat(start_date, 'yyyy-MM-dd HH:mm:ss').weekdayLong);
      expect(days).toEqual(['Thursday', 'Thursday', 'Thursday', 'Thursday']);
    });

    it('names only venues, organizers and categories that it has, and uses all of them', () => {
      expect(new Set(events.map(({ venue }) => venue))).toEqual(new Set(venues.map(({ venue }) => venue)));
      expect(new Set(events.map(({ organizer }) => organizer))).toEqual(
        new Set(organizers.map(({ organizer }) => organizer)),
      );
      expect(new Set(events.flatMap((event) => event.categories))).toEqual(new Set(categories.map(({ name }) => name)));
    });
  },
);
