import { nonEmpty } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Made } from '../../../testing/given';
import { readable, visit } from '../../../testing/page-visitors';

let app: CalendarApp;
let music: Made;
beforeAll(async () => {
  app = await startCalendar();
  music = await app.given.category({ name: 'Music' });
  const at = (day: string, hours = '10:00:00 11:00:00') => {
    const [start, end] = hours.split(' ');
    return { start_date: `${day} ${start}`, end_date: `${day} ${end}` };
  };
  await app.given.event({ title: 'Old fair', ...at('2001-02-03') });
  await app.given.event({ title: 'Spring fair', ...at('2041-03-04') });
  await app.given.event({ title: 'Secret draft', ...at('2041-06-10'), status: 'draft' });
  await app.given.event({ title: 'Unlisted', ...at('2041-06-11'), hide_from_listings: true });
  await app.given.event({ title: 'Summer & sun', ...at('2041-08-03'), rrule: 'FREQ=DAILY;COUNT=2' });
  await app.given.event({ title: 'Night in Tokyo', ...at('2042-02-01', '02:00:00 03:00:00'), timezone: 'Asia/Tokyo' });
  await app.given.event({ title: 'First tour', ...at('2044-07-02'), categories: [music.id] });
  await app.given.event({ title: 'Concert', ...at('2042-05-06'), categories: [music.id] });
});
afterAll(() => app.close());

const SUMMER = 'The next is on 3 August 2041: Summer & sun.';
const BEFORE_SUMMER = 'The last one is on 4 March 2041: Spring fair.';

describe('a period without events', () => {
  it.each([
    ['/events/month/2041-06/', `No events in June 2041. ${SUMMER}`],
    ['/events/week/2041-06-12/', `No events in this week. ${SUMMER}`],
    ['/events/2041-06-10/', `No events on 10 June 2041. ${SUMMER}`],
    ['/events/month/2041-04/?search=fair', `No events match these filters in April 2041. ${BEFORE_SUMMER}`],
    ['/events/month/2041-04/?categories=music', 'The next is on 6 May 2042: Concert.'],
    [
      '/events/month/2043-01/?search=concert',
      'No events match these filters in January 2043. The last one is on 6 May 2042: Concert.',
    ],
    ['/events/month/2045-01/', 'No events in January 2045. The last one is on 2 July 2044: First tour.'],
    ['/events/month/2043-01/?search=old', 'The last one was on 3 February 2001: Old fair.'],
    ['/events/month/1999-01/', 'The next is on 3 February 2001: Old fair.'],
    [
      '/events/?search=old',
      'No events are coming up that match these filters. The last one was on 3 February 2001: Old fair.',
    ],
    [
      '/events/?past=1&categories=music',
      'There are no past events that match these filters. The next is on 6 May 2042: Concert.',
    ],
    ['/events/category/music/?past=1', 'There are no past events. The next is on 6 May 2042: Concert.'],
    ['/events/?page=9', 'This page of the list has no events.'],
    // On the clock of the reader it is still January.
    ['/events/month/2042-02/?zone=America/New_York', 'No events in February 2042. The next is on 6 May 2042: Concert.'],
    ['/events/month/2041-10/?zone=America/New_York', 'The next is on 31 January 2042: Night in Tokyo.'],
  ])('at %s leads to the nearest event: %s', async (path, sentence) => {
    expect(readable((await visit(app, path)).text)).toContain(sentence);
  });

  it.each([
    ['/events/month/2041-06/', '/events/month/2041-08/'],
    ['/events/week/2041-06-12/', '/events/week/2041-08-03/'],
    ['/events/2041-06-12/', '/events/2041-08-03/'],
    ['/events/month/2041-06/?search=sun&zone=Asia%2FTokyo', '/events/month/2041-08/?search=sun&amp;zone=Asia%2FTokyo'],
  ])('at %s links to %s and to the event at its time', async (path, view) => {
    const { text } = await visit(app, path);
    expect(text).toContain(`href="${view}">3 August 2041</a>`);
    expect(text).toContain('/?occurrence=2041-08-03%2010%3A00%3A00"><bdi>Summer &amp; sun</bdi></a>.');
  });

  it('leads members to events that strangers do not see', async () => {
    const { text } = await visit(app, '/events/month/2041-05/', app.given.editor());
    expect(readable(text)).toContain('The next is on 10 June 2041: Secret draft.');
    expect(readable(text)).not.toContain('Unlisted');
  });

  it('leads nowhere when nothing matches', async () => {
    for (const path of nonEmpty(['/events/?search=nowhere', '/events/month/2041-03/?search=nowhere'])) {
      const text = readable((await visit(app, path)).text);
      expect(text).toContain('match these filters');
      expect(text).not.toMatch(/(?:next|last one) (?:is|was) on/);
    }
  });

  it('is not claimed of a period with events', async () => {
    for (const path of nonEmpty([
      '/events/',
      '/events/month/2041-08/',
      '/events/week/2041-08-03/',
      '/events/2041-08-04/',
    ]))
      expect([path, (await visit(app, path)).text.includes('class="nothing"')]).toEqual([path, false]);
  });
});

it.each(['/events/month/2044-06/', '/events/month/2044-07/', '/events/2044-07-02/', '/events/?search=tour&past=1'])(
  'the number of events does not change the number of statements of %s',
  async (path) => {
    const statements = async () => {
      const query = jest.spyOn(app.database, 'query');
      await visit(app, path);
      const { length } = query.mock.calls;
      query.mockRestore();
      return length;
    };
    const before = await statements();
    for (let number = 0; number < 12; number += 1) {
      const times = { start_date: '2044-07-02 10:00:00', end_date: '2044-07-02 11:00:00' };
      await app.given.event({ title: `Tour ${path} ${number}`, ...times, categories: [music.id] });
    }
    expect(await statements()).toBe(before);
  },
);
