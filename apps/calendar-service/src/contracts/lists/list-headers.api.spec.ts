import { nonEmpty, type TestResponse } from '@almanac/testing';
import { noon } from '../conformance/given-days';
import { type CalendarApi, type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Made } from '../../testing/given';

let app: CalendarApp;
let editor: CalendarApi;
let event: Made;
let series: Made;
let venue: Made;
let tag: Made;
/** Addresses of all lists that the description knows. */
let lists: string[];
beforeAll(async () => {
  app = await startCalendar();
  editor = app.api.as(app.given.editor());
  [venue, tag] = [await app.given.venue(), await app.given.tag()];
  const [organizer, category] = [await app.given.organizer(), await app.given.category()];
  const links = { venue: venue.id, organizer: [organizer.id], categories: [category.id], tags: [tag.id] };
  event = await app.given.event(links);
  // Soon, because lists of events end two years from now.
  series = await app.given.event({ ...noon(1), rrule: 'FREQ=DAILY;COUNT=2' });
  const ticket = await app.given.ticket({ price: '5' }, event.id);
  await app.given.attendee(ticket);
  const { paths } = JSON.parse((await app.api.get('/doc')).text);
  lists = Object.keys(paths)
    .filter((path) => paths[path].get?.responses['200']?.headers?.['X-Total-Count'])
    .map((path) => path.replace('{id}', String((path.includes('/occurrences') ? series : event).id)));
});
afterAll(() => app.close());

const tagOf = ({ headers }: TestResponse): string => headers.get('etag') ?? '';
const knowing = (etag: string, api = editor) => api.with({ 'if-none-match': etag });

describe('every list', () => {
  it('is described', () => {
    expect(lists.sort()).toEqual([
      '/categories',
      '/events',
      `/events/${event.id}/attendees`,
      `/events/${event.id}/tickets`,
      `/events/${series.id}/occurrences`,
      '/organizers',
      '/tags',
      '/venues',
    ]);
  });

  it('has its total by both names, and a weak ETag that browsers may keep', async () => {
    for (const path of nonEmpty(lists)) {
      const { status, headers, text } = await editor.get(path);
      expect({ path, status }).toEqual({ path, status: 200 });
      for (const name of ['x-total', 'x-total-count', 'x-tec-total'])
        expect(headers.get(name)).toBe(String(JSON.parse(text).total));
      expect(headers.get('etag')).toMatch(/^W\/"[\w-]{43}"$/);
      expect(headers.get('cache-control')).toBe('private, no-cache');
    }
  });

  it('answers 304 to callers that have it', async () => {
    for (const path of nonEmpty(lists.flatMap((one) => [one, `${one}?per_page=1&cursor=&fields=id`]))) {
      const etag = tagOf(await editor.get(path));
      const { status, text, headers } = await knowing(etag).get(path);
      expect({ path, status, text, etag: headers.get('etag') }).toEqual({ path, status: 304, text: '', etag });
      expect((await knowing('W/"other"').get(path)).status).toBe(200);
    }
  });

  it('reduces its records to the members that `fields` names', async () => {
    for (const path of nonEmpty(lists)) {
      const records: unknown = Object.values(JSON.parse((await editor.get(`${path}?fields=id`)).text)).find(
        Array.isArray,
      );
      for (const record of nonEmpty(Array.isArray(records) ? records : [])) expect(Object.keys(record)).toEqual(['id']);
    }
  });
});

describe('the ETag of a list of events', () => {
  it.each<[change: string, make: () => Promise<TestResponse>]>([
    ['a change of the event', () => editor.post(`/events/${event.id}`, { title: 'Other' })],
    ['a change of its venue', () => editor.post(`/venues/${venue.id}`, { city: 'Rome' })],
    ['a change of a term', () => editor.post(`/tags/${tag.id}`, { description: 'Other' })],
    [
      'another event with the same term',
      () => editor.post('/events', { title: 'New', start_date: '2001-01-01', end_date: '2001-01-01', tags: [tag.id] }),
    ],
    [
      'a new event, which the page shows by the total only',
      () => editor.post('/events', { title: 'Later', start_date: '2031-05-03', end_date: '2031-05-04' }),
    ],
    ['a password', () => editor.post(`/events/${event.id}`, { password: 'secret' })],
    ['its deletion', () => editor.delete(`/events/${event.id}`)],
  ])('changes after %s', async (_, change) => {
    const path = '/events?start_date=2031-05-01&end_date=2031-05-31&per_page=1';
    const etag = tagOf(await app.api.get(path));
    expect((await knowing(etag, app.api).get(path)).status).toBe(304);
    expect((await change()).status).toBeLessThan(300);
    expect((await knowing(etag, app.api).get(path)).status).toBe(200);
  });

  it('differs between callers who see other members', async () => {
    const { event: id } = await app.given.ticket();
    const path = `/events?include=${id}`;
    expect((await knowing(tagOf(await editor.get(path)), app.api).get(path)).status).toBe(200);
  });
});
